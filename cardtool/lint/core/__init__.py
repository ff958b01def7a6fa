"""What the rules of several families share: facts, texts and their index, the registry, waivers."""
