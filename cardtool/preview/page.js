"use strict";
// Shows the snapshots that the server draws. Nothing is put into the page as HTML: texts of cards are texts.

const LOOKS = ["", "safe", "grey", "deutan", "protan", "tritan"];
const byId = (id) => document.getElementById(id);
let now = null; // the snapshot that is shown
let open = ""; // the key of the card that is shown large
const shown = new Map(); // the elements of cards by their keys

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

// --- What is to be seen

function wanted() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = byId("kind").value;
  const onlyChanged = byId("changed").checked;
  return now.cards.filter((card) => {
    const text = `${card.name} ${card.id} ${card.kind_title} ${card.text}`.toLowerCase();
    return (!kind || card.kind === kind) && (!onlyChanged || isChanged(card)) && words.every((word) => text.includes(word));
  });
}

const isChanged = (card) => Boolean(now.since) && card.was !== card.front;
const findingsOf = (card) => now.findings.filter((each) => each.card === card.key && each.severity !== "info");

function show(snapshot) {
  now = snapshot;
  document.title = snapshot.version ? `${snapshot.title} · preview` : "cardtool preview";
  setText(byId("title"), snapshot.version ? `${snapshot.title} ${snapshot.version}` : snapshot.title);
  fillSelect(byId("theme"), snapshot.themes.map((name) => [name, name]), snapshot.theme);
  const kinds = new Map(snapshot.cards.map((card) => [card.kind, card.kind_title]));
  fillSelect(byId("kind"), [["", "All"], ...kinds], byId("kind").value);
  byId("changed-only").hidden = !snapshot.since;
  byId("trouble").hidden = !snapshot.trouble;
  setText(byId("trouble"), snapshot.trouble);
  showStatus(snapshot);
  showFindings();
  showCards();
  if (open) showLarge(open);
}

function fillSelect(select, pairs, value) {
  const is = JSON.stringify(pairs);
  if (select.dataset.is !== is) {
    select.replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
    select.dataset.is = is;
  }
  select.value = value;
}

function showStatus(snapshot) {
  const count = (severity) => snapshot.findings.filter((each) => each.severity === severity).length;
  const parts = [["error", count("error")], ["warning", count("warning")]].filter(([, many]) => many);
  const said = parts.map(([word, many]) => `${many} ${word}${many > 1 ? "s" : ""}`).join(", ");
  const status = byId("status");
  status.className = snapshot.drawing ? "drawing" : snapshot.trouble || count("error") ? "errors" : "";
  setText(status, snapshot.drawing ? "Drawing…" : said || `${snapshot.cards.length} pieces, nothing wrong`);
}

// --- The grid

function showCards() {
  const cards = wanted();
  const place = byId("cards");
  const nodes = [];
  let kind = null;
  for (const card of cards) {
    if (card.kind !== kind) {
      kind = card.kind;
      const many = cards.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.copies, 0);
      nodes.push(heading(kind, `${card.kind_title} · ${many}`));
    }
    nodes.push(cardElement(card));
  }
  if (!cards.length) nodes.push(element("p", { className: "empty" }, now.cards.length ? "Nothing like that here." : "Drawing…"));
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
  node.classList.toggle("is-changed", isChanged(card));
  const found = findingsOf(card);
  const label = node.querySelector(".name");
  const dots = found.length ? element("span", { className: `dots ${found[0].severity}`, title: found[0].message }, `● ${found.length} `) : "";
  label.replaceChildren(dots, card.copies > 1 ? `${card.name} × ${card.copies}` : card.name);
  label.style.width = `calc(${card.width} * var(--mm))`;
  return node;
}

const face = () => element("span", { className: "face" }, element("img", { loading: "lazy", decoding: "async" }));

function setFace(node, card, picture, alt) {
  const image = node.querySelector("img");
  node.style.width = `calc(${card.width} * var(--mm))`;
  node.style.height = `calc(${card.height} * var(--mm))`;
  node.style.setProperty("--corner", `calc(${card.corner} * var(--mm))`);
  node.style.setProperty("--safe", `calc(${card.safe} * var(--mm))`);
  image.alt = alt;
  const before = image.dataset.picture;
  if (!picture || before === picture) return false;
  image.dataset.picture = picture;
  image.src = `/picture/${picture}.png`;
  return before !== undefined;
}

// --- One card

function showLarge(key) {
  const card = now.cards.find((each) => each.key === key);
  if (!card) return closeLarge();
  open = key;
  const dialog = byId("large");
  setImage(byId("large-front"), card.front, `${card.name}, front`);
  setImage(byId("large-back"), card.back, `${card.name}, back`);
  byId("large-back-figure").hidden = !card.back;
  dialog.style.setProperty("--large-corner", card.corner ? `${(100 * card.corner) / card.width}% / ${(100 * card.corner) / card.height}%` : "0");
  setText(byId("large-title"), card.name);
  setText(byId("large-about"), `${card.kind_title}, ${card.copies} ${card.copies === 1 ? "copy" : "copies"}, ${card.width} × ${card.height} mm`);
  setText(byId("large-place"), card.place);
  byId("large-editor").hidden = !card.editor;
  byId("large-editor").href = card.editor || "#";
  byId("large-findings").replaceChildren(...now.findings.filter((each) => each.card === key).map(findingElement));
  showComparison(card);
  if (!dialog.open) dialog.showModal();
}

function setImage(image, picture, alt) {
  image.alt = alt;
  if (!picture || image.dataset.picture === picture) return;
  image.dataset.picture = picture;
  image.src = `/picture/${picture}.png`; // until the sharp one is there
  const sharp = new Image();
  sharp.onload = () => image.dataset.picture === picture && (image.src = sharp.src);
  sharp.src = `/large/${picture}.png`;
}

function showComparison(card) {
  const before = document.querySelector("img.was");
  if (before) before.remove();
  byId("compare").hidden = !(isChanged(card) && card.was);
  setText(byId("large-side"), now.since && isChanged(card) ? (card.was ? `Front; before: ${now.since}` : `New since ${now.since}`) : "Front");
  if (byId("compare").hidden) return;
  const was = element("img", { className: "was", src: `/large/${card.was}.png`, alt: `${card.name}, as it was at ${now.since}` });
  byId("large-front").after(was);
  slide();
}

function slide() {
  const was = document.querySelector("img.was");
  if (was) was.style.clipPath = `inset(0 0 0 ${byId("slide").value}%)`;
}

function closeLarge() {
  open = "";
  if (byId("large").open) byId("large").close();
}

function step(by) {
  const cards = wanted();
  if (!cards.length) return;
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : "";
  const at = cards.findIndex((card) => card.key === (open || focused));
  const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
  if (open) showLarge(next.key);
  shown.get(next.key).focus();
  shown.get(next.key).scrollIntoView({ block: "nearest" });
}

// --- Findings

function showFindings() {
  document.querySelector("main").classList.toggle("clean", !now.findings.length);
  setText(byId("findings-title"), now.findings.length === 1 ? "1 finding" : `${now.findings.length} findings`);
  byId("finding-list").replaceChildren(...now.findings.map(findingElement));
}

function findingElement(finding) {
  const item = element("li", { className: `finding ${finding.severity}` }, element("strong", {}, `${finding.severity} ${finding.code} `), finding.message);
  if (finding.fix) item.append(element("span", { className: "fix" }, `→ ${finding.fix}`));
  item.append(element("br"), finding.editor ? element("a", { href: finding.editor }, finding.place) : element("span", { className: "place" }, finding.place));
  return item;
}

// --- What the reader does

function look(name) {
  document.body.classList.remove(...LOOKS.filter(Boolean));
  if (name) document.body.classList.add(name);
  byId("look").value = name;
}

function resize() {
  document.documentElement.style.setProperty("--mm", `${(96 / 25.4) * (byId("size").value / 100)}px`);
  localStorage.setItem("size", byId("size").value);
}

for (const id of ["search", "kind", "backs", "changed"]) byId(id).addEventListener("input", () => now && showCards());
byId("look").addEventListener("input", () => look(byId("look").value));
byId("size").addEventListener("input", resize);
byId("slide").addEventListener("input", slide);
byId("theme").addEventListener("input", () => fetch(`/theme/${encodeURIComponent(byId("theme").value)}`, { method: "POST" }));
byId("large").addEventListener("close", () => {
  const key = open;
  open = "";
  if (shown.has(key)) shown.get(key).focus();
});
byId("large").addEventListener("click", (event) => event.target === byId("large") && closeLarge());

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input[type=search], select");
  if (event.key === "Escape" && typing) event.target.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !now) return;
  const act = {
    j: () => step(1),
    k: () => step(-1),
    "/": () => byId("search").focus(),
    b: () => byId("backs").click(),
    o: () => look(LOOKS[(LOOKS.indexOf(byId("look").value) + 1) % LOOKS.length]),
    e: () => {
      const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : "";
      const card = now.cards.find((each) => each.key === (open || focused));
      if (card && card.editor) location.href = card.editor;
    },
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// --- What the server says

async function fetchSnapshot() {
  const answer = await fetch("/now/snapshot");
  const snapshot = answer.ok ? await answer.json() : null;
  if (snapshot) show(snapshot);
}

function listen() {
  const changes = new EventSource("/now/changes");
  changes.onmessage = fetchSnapshot;
  changes.onerror = () => {
    byId("status").className = "away";
    setText(byId("status"), "cardtool preview has ended, or is not to be reached");
  };
}

byId("size").value = localStorage.getItem("size") || byId("size").value;
resize();
listen();
