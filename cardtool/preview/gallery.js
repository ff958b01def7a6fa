"use strict";
// Shows the cards of the page itself, in the grid of cards.js: no server is asked for anything.

const game = JSON.parse(byId("cards-data").textContent);
const inDialog = (act) => () => open && act();

Object.assign(view, {
  cards: game.cards,
  small: (picture) => `pictures/${picture}`,
  large: (picture) => `pictures/${picture}`,
  wants: (card) => !byId("set").value || card.set === byId("set").value,
  describe: (card) => {
    const texts = card.texts.flatMap(([label, text]) => [element("dt", {}, label), element("dd", {}, text)]);
    byId("large-texts").replaceChildren(...texts);
    markAddress(`#${encodeURIComponent(card.key)}`);
  },
  keys: { ArrowRight: inDialog(() => step(1)), ArrowLeft: inDialog(() => step(-1)) },
});

function showCount() {
  const cards = wanted();
  const copies = cards.reduce((sum, card) => sum + card.copies, 0);
  setText(byId("count"), `${game.version} · ${cards.length} different, ${copies} in all`);
}

function showFiles() {
  byId("files").hidden = !game.files.length;
  byId("files").replaceChildren(...game.files.map((name) => element("a", { href: encodeURIComponent(name), download: name }, name)));
}

function markAddress(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

for (const id of ["search", "kind", "set"]) byId(id).addEventListener("input", showCount);
byId("set").addEventListener("input", showCards);
byId("large").addEventListener("close", () => markAddress(""));

byId("sets").hidden = !game.sets.length;
fillSelect(byId("set"), [["", "All"], ...game.sets], "");
showKinds();
showFiles();
showCards();
showCount();
if (location.hash) showLarge(decodeURIComponent(location.hash.slice(1)));
