"use strict";
// The grid of cards and the card that is shown large, as the preview and the gallery have them.
// Nothing is put into the page as HTML: texts of cards are texts.

const byId = (id) => document.getElementById(id);
const shown = new Map(); // the elements of cards by their keys
let open = ""; // the key of the card that is shown large

// What differs between the two pages; each fills it in.
const view = {
  cards: [],
  empty: "Nothing like that here.",
  small: (picture) => picture, // the addresses of a picture
  large: (picture) => picture,
  group: (card) => [card.kind, card.kind_title], // under which heading a card stands
  first: () => false, // whether it stands in front of all others that are not
  shownFace: (card, picture) => [view.small(picture), 0], // its address, and the mm of bleed that it shows
  wants: () => true, // whether a card is to be shown, beside what is searched for
  name: (card) => [card.copies > 1 ? `${card.name} × ${card.copies}` : card.name],
  decorate: () => {}, // an element of the grid
  about: (card) => `${card.kind_title}, ${card.copies} ${card.copies === 1 ? "copy" : "copies"}, ${sizeOf(card)}`,
  describe: () => {}, // the card that is shown large
  sizeName: () => "size", // what its size is remembered as
  keys: {},
};

function element(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "className") made.className = value;
    else made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function fillSelect(select, pairs, value) {
  const is = JSON.stringify(pairs);
  if (select.dataset.is !== is) {
    select.replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
    select.dataset.is = is;
  }
  select.value = value;
}

// --- The grid

function wanted() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = byId("kind").value;
  const cards = view.cards.filter((card) => {
    const text = `${card.name} ${card.id} ${card.kind_title} ${card.text}`.toLowerCase();
    return (!kind || card.kind === kind) && view.wants(card) && words.every((word) => text.includes(word));
  });
  return [...cards.filter(view.first), ...cards.filter((card) => !view.first(card))];
}

function showKinds() {
  const kinds = new Map(view.cards.map((card) => [card.kind, card.kind_title]));
  fillSelect(byId("kind"), [["", "All"], ...kinds], byId("kind").value);
}

function showCards() {
  const cards = wanted();
  const place = byId("cards");
  const many = new Map();
  for (const card of cards) many.set(view.group(card)[0], (many.get(view.group(card)[0]) || 0) + card.copies);
  const nodes = [];
  let last = null;
  for (const card of cards) {
    const [group, title] = view.group(card);
    if (group !== last) nodes.push(heading(group, `${title} · ${many.get(group)}`));
    last = group;
    nodes.push(cardElement(card));
  }
  if (!cards.length) nodes.push(element("p", { className: "empty" }, view.empty));
  if (nodes.length !== place.childNodes.length || nodes.some((node, at) => node !== place.childNodes[at])) place.replaceChildren(...nodes);
}

function heading(kind, text) {
  const key = `heading ${kind}`;
  if (!shown.has(key)) shown.set(key, element("h2"));
  setText(shown.get(key), text);
  return shown.get(key);
}

function cardElement(card) {
  let node = shown.get(card.key);
  if (!node) {
    node = element("button", { className: "card", type: "button", "data-key": card.key },
      element("span", { className: "sides" }, face(), face()), element("span", { className: "name" }));
    node.addEventListener("click", () => showLarge(card.key));
    shown.set(card.key, node);
  }
  const [front, back] = node.querySelectorAll(".face");
  const fresh = setFace(front, card, card.front, `${card.name}, front`);
  setFace(back, card, card.back, `${card.name}, back`);
  back.hidden = !card.back || !byId("backs").checked;
  if (fresh) {
    node.classList.remove("fresh");
    void node.offsetWidth;
    node.classList.add("fresh");
  }
  const label = node.querySelector(".name");
  label.replaceChildren(...view.name(card));
  label.style.width = `calc(${card.width} * var(--mm))`;
  view.decorate(card, node);
  return node;
}

const face = () => element("span", { className: "face" }, element("img", { loading: "lazy", decoding: "async" }));

function setFace(node, card, picture, alt) {
  const image = node.querySelector("img");
  const [address, bleed] = view.shownFace(card, picture);
  const [width, height] = [card.width + 2 * bleed, card.height + 2 * bleed];
  node.style.width = `calc(${width} * var(--mm))`;
  node.style.aspectRatio = `${width} / ${height}`;
  setLines(node, card, bleed);
  image.alt = alt;
  const before = image.dataset.picture;
  if (!picture) return false;
  node.dataset.picture = image.dataset.picture = picture;
  if (image.getAttribute("src") !== address) image.src = address;
  return before !== undefined && before !== picture;
}

// Where a face is cut, where its safe zone begins and how round its corners are, in shares of what is shown.
function setLines(node, card, bleed) {
  const [width, height] = [card.width + 2 * bleed, card.height + 2 * bleed];
  const shares = (mm) => `${(100 * mm) / height}% ${(100 * mm) / width}%`;
  const corner = `${(100 * card.corner) / width}% / ${(100 * card.corner) / height}%`;
  node.style.setProperty("--corner", card.corner && !bleed ? corner : "0");
  node.style.setProperty("--cut", shares(bleed));
  node.style.setProperty("--safe", shares(bleed + (card.safe || 0)));
}

// --- One card

const sizeOf = (card) => `${card.width} × ${card.height} mm`;
const cardOf = (key) => view.cards.find((each) => each.key === key);
const focused = () => (document.activeElement && document.activeElement.dataset.key) || "";

function showLarge(key) {
  const card = cardOf(key);
  if (!card) return closeLarge();
  open = key;
  const dialog = byId("large");
  setImage(byId("large-front"), card, card.front, `${card.name}, front`);
  setImage(byId("large-back"), card, card.back, `${card.name}, back`);
  byId("large-back-figure").hidden = !card.back;
  setText(byId("large-title"), card.name);
  setText(byId("large-about"), view.about(card));
  view.describe(card);
  if (!dialog.open) dialog.showModal();
}

function setImage(image, card, picture, alt) {
  image.alt = alt;
  const [address, bleed] = view.shownFace(card, picture);
  setLines(image.parentElement, card, bleed);
  if (!picture || image.dataset.address === address) return;
  image.parentElement.dataset.picture = picture;
  image.dataset.address = address;
  image.src = address; // until the sharp one is there
  if (bleed || view.large(picture) === address) return;
  const sharp = new Image();
  sharp.onload = () => image.dataset.address === address && (image.src = sharp.src);
  sharp.src = view.large(picture);
}

function closeLarge() {
  open = "";
  if (byId("large").open) byId("large").close();
}

function step(by) {
  const cards = wanted();
  if (!cards.length) return;
  const at = cards.findIndex((card) => card.key === (open || focused()));
  const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
  if (open) showLarge(next.key);
  shown.get(next.key).focus();
  shown.get(next.key).scrollIntoView({ block: "nearest" });
}

// --- What the reader does

function resize() {
  const dots = Number(remember("dots")) || 96 / 25.4; // to a millimetre
  document.documentElement.style.setProperty("--mm", `${dots * (byId("size").value / 100)}px`);
  remember(view.sizeName(), byId("size").value);
}

function remember(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch {
    // a browser may keep nothing for pages from a disk
  }
  return null;
}

for (const id of ["search", "kind", "backs"]) byId(id).addEventListener("input", () => view.cards.length && showCards());
byId("size").addEventListener("input", resize);
byId("large").addEventListener("close", () => {
  const key = open;
  open = "";
  if (shown.has(key)) shown.get(key).focus();
});
byId("large").addEventListener("click", (event) => event.target === byId("large") && closeLarge());

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  "/": () => byId("search").focus(),
  b: () => byId("backs").click(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=checkbox]), select");
  if (event.key === "Escape" && typing) {
    event.preventDefault(); // what is searched for stays
    event.target.blur();
  }
  const another = document.querySelector("dialog[open]:not(#large)");
  if (typing || another || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = view.keys[event.key] || KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

byId("size").value = remember("size") || (matchMedia("(max-width: 52rem)").matches ? 70 : 75); // two on a telephone
resize();
