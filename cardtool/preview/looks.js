"use strict";
// Ways to look at faces: lines and numbers over them, filters in page.css, and how large they are.

const LOOKS = [...byId("look").options].map((each) => each.value);
const WELL = 4.5; // WCAG 2.2, 1.4.3: contrast of text, and of large text
const POOR = 3;
const readings = new Map(); // how well the words of a picture stand out, by its name
const inSight = new Set(); // faces in the window

const isCutShown = () => byId("look").value === "cut";

function look(name) {
  document.body.classList.remove(...LOOKS.filter(Boolean));
  if (name) document.body.classList.add(name);
  byId("look").value = name;
  if (now) showPieces();
}

// --- Contrast

const sight = new IntersectionObserver((entries) => {
  for (const each of entries) {
    if (each.isIntersecting) inSight.add(each.target);
    else inSight.delete(each.target);
  }
  showReadings();
});

function showReadings() {
  const wanted = byId("look").value === "contrast" && part === "cards";
  for (const node of document.querySelectorAll(".face")) {
    if (wanted) sight.observe(node);
    else sight.unobserve(node);
    if (!wanted || node.dataset.read !== node.dataset.picture) {
      for (const each of node.querySelectorAll(".reading")) each.remove();
      delete node.dataset.read;
    }
  }
  if (!wanted) inSight.clear();
  byId("large-contrast").hidden = true;
  for (const node of inSight) read(node);
  if (wanted && open) read(byId("large-front").parentElement, true);
}

async function read(node, again = false) {
  const picture = node.dataset.picture;
  if (!picture || (node.dataset.read === picture && !again)) return;
  node.dataset.read = picture;
  if (!readings.has(picture)) readings.set(picture, fetch(`contrast/${picture}`).then((answer) => answer.json()));
  const found = await readings.get(picture);
  const card = cardOf((node.closest("[data-key]") || { dataset: { key: open } }).dataset.key);
  if (!card || node.dataset.read !== picture) return;
  node.replaceChildren(...node.querySelectorAll("img"), ...found.map((each) => readingElement(each, card)));
  if (node.contains(byId("large-front"))) showLeast(found);
}

function showLeast(found) {
  const least = [...found].sort((one, other) => one.contrast - other.contrast)[0];
  byId("large-contrast").hidden = !least;
  if (least) setText(byId("large-contrast"), `Least contrast ${least.contrast.toFixed(1)} : 1, “${least.words}”`);
}

function readingElement(found, card) {
  const how = found.contrast < POOR ? "poor" : found.contrast < WELL ? "fair" : "well";
  const node = element("span", { className: `reading ${how}`, title: `${found.contrast} : 1, ${found.words}` }, element("span", {}, found.contrast.toFixed(1)));
  const share = (mm, of) => `${(100 * mm) / of}%`;
  node.style.left = share(found.left, card.width);
  node.style.top = share(found.top, card.height);
  node.style.width = share(found.width, card.width);
  node.style.height = share(found.height, card.height);
  return node;
}

// --- True size, by a bank card: 85.60 × 53.98 mm (ISO/IEC 7810, ID-1)

function sizeBankCard() {
  byId("bank-card").style.width = `${85.6 * byId("dots").value}px`;
}

byId("true-size").addEventListener("click", () => {
  byId("dots").value = remember("dots") || 96 / 25.4;
  sizeBankCard();
  byId("bank").showModal();
});
byId("dots").addEventListener("input", sizeBankCard);
byId("bank-done").addEventListener("click", () => {
  remember("dots", byId("dots").value);
  byId("size").value = 100;
  resize();
});
byId("look").addEventListener("input", () => look(byId("look").value));
