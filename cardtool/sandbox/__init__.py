"""Worker processes of ours for what strangers made: what dies or hangs there ends nothing here.

`process` is for whoever asks, `serving` for the process that answers. A question is pickled; an answer is
JSON and plain bytes, never a pickle, so that nothing a library was tricked into can reach the process that
asked. Neither knows what is asked.
"""
