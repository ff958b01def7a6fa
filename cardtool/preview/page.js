"use strict";
// Shows the snapshots that the server draws, in the grid of cards.js, and what is wrong beside it. How faces are
// looked at stands in looks.js.

const PARTS = ["cards", "sheets", "rulebook"];
const SIZES = { cards: byId("size").value, sheets: 40, rulebook: 60 };
const NOTHING = "Nothing like that here.";
const NEARLY_FULL = 0.95; // another word may make its text smaller
let now = null; // the snapshot that is shown
let part = "cards"; // what is shown of it; or its sheets, or its rulebook
const printed = {}; // the pages of the other parts, as they were last asked for

const isPage = (picture) => picture.includes("-");

const isChanged = (card) => part === "cards" && Boolean(now.since) && (card.gone || card.was !== card.front);
const findingsOf = (card) => now.findings.filter((each) => each.card === card.key && each.severity !== "info");

const cardAbout = view.about;
Object.assign(view, {
  empty: "Drawing…",
  small: (picture) => `${isPage(picture) ? "page" : "picture"}/${picture}.png`,
  large: (picture) => `large/${picture}.png`,
  first: (card) => isChanged(card) && !card.gone,
  group: (card) => {
    if (!isChanged(card)) return [card.kind, card.kind_title];
    return card.gone ? [" gone", `Gone since ${now.since}`] : [" changed", `Changed since ${now.since}`];
  },
  wants: (card) => !byId("changed").checked || isChanged(card),
  name: (card) => {
    if (part !== "cards") return [`Page ${card.name}`];
    const found = findingsOf(card);
    const name = card.copies > 1 ? `${card.name} × ${card.copies}` : card.name;
    return found.length ? [element("span", { className: `dots ${found[0].severity}`, title: found[0].message }, `● ${found.length} `), name] : [name];
  },
  decorate: (card, node) => {
    node.classList.toggle("is-gone", Boolean(card.gone));
    const fullest = Math.max(0, ...Object.values(card.fills));
    node.style.setProperty("--fill", Math.min(1, fullest));
    node.classList.toggle("is-full", fullest > NEARLY_FULL);
  },
  about: (card) => (part === "cards" ? cardAbout(card) : `${card.kind_title}, ${sizeOf(card)}`),
  describe: (card) => {
    if (part !== "cards") setText(byId("large-title"), `Page ${card.name}`);
    setText(byId("large-place"), card.place);
    byId("large-editor").hidden = !card.editor;
    byId("large-editor").href = card.editor || "#";
    byId("large-findings").replaceChildren(...now.findings.filter((each) => each.card === card.key).map(findingElement));
    byId("large-fills").replaceChildren(...Object.entries(card.fills).map(fillElement));
    byId("large-changes").replaceChildren(...(part === "cards" ? card.changes : []).flatMap(changeElements));
    showComparison(card);
    showReadings();
  },
  shownFace: (card, picture) => (isCutShown() && card.bleed ? [`bleed/${picture}.png`, card.bleed] : [view.small(picture), 0]),
  sizeName: () => (part === "cards" ? "size" : `size of ${part}`),
  keys: {
    s: () => showPart(PARTS[(PARTS.indexOf(part) + 1) % PARTS.length]),
    o: () => look(LOOKS[(LOOKS.indexOf(byId("look").value) + 1) % LOOKS.length]),
    e: () => {
      const card = cardOf(open || focused());
      if (card && card.editor) location.href = card.editor;
    },
  },
});

function show(snapshot) {
  now = snapshot;
  document.title = snapshot.version ? `${snapshot.title} · preview` : "cardtool preview";
  setText(byId("title"), snapshot.version ? `${snapshot.title} ${snapshot.version}` : snapshot.title);
  fillSelect(byId("theme"), snapshot.themes.map((name) => [name, name]), snapshot.theme);
  byId("changed-only").hidden = !snapshot.since;
  byId("trouble").hidden = !snapshot.trouble;
  setText(byId("trouble"), snapshot.trouble);
  showStatus(snapshot);
  showFindings();
  showPieces();
  if (part !== "cards" && !snapshot.drawing) fetchPages(part);
}

function showPieces() {
  const pages = printed[part];
  view.cards = part === "cards" ? now.cards : pages ? pages.pages : [];
  view.empty = part === "cards" ? (now.cards.length ? NOTHING : "Drawing…") : pages ? pages.trouble || NOTHING : "Drawing…";
  showKinds();
  showCards();
  if (open) showLarge(open);
  showReadings();
}

// --- Sheets and rulebook, which are made when somebody looks

async function fetchPages(name) {
  const answer = await fetch(`pages/${name}`);
  if (!answer.ok) return;
  printed[name] = await answer.json();
  if (part === name) showPieces();
}

function showPart(name) {
  closeLarge();
  part = name;
  for (const each of byId("parts").children) each.setAttribute("aria-pressed", String(each.dataset.part === name));
  document.body.classList.toggle("is-pages", name !== "cards");
  byId("kind").value = "";
  byId("size").value = remember(view.sizeName()) || SIZES[name];
  resize();
  if (!now) return;
  showPieces();
  if (name !== "cards") fetchPages(name);
}

function showStatus(snapshot) {
  const count = (severity) => snapshot.findings.filter((each) => each.severity === severity).length;
  const parts = [["error", count("error")], ["warning", count("warning")]].filter(([, many]) => many);
  const said = parts.map(([word, many]) => `${many} ${word}${many > 1 ? "s" : ""}`).join(", ");
  const status = byId("status");
  status.className = snapshot.drawing ? "drawing" : snapshot.trouble || count("error") ? "errors" : "";
  setText(status, snapshot.drawing ? "Drawing…" : said || `${snapshot.cards.filter((card) => !card.gone).length} pieces, nothing wrong`);
}

function fillElement([box, share]) {
  const meter = element("meter", { min: 0, max: 1, high: NEARLY_FULL, value: Math.min(1, share), "aria-label": box });
  return element("li", {}, element("span", {}, box), meter, `${Math.round(100 * share)} %`);
}

// --- Before and now

const MARKS = { same: "span", gone: "del", new: "ins" };

function changeElements(change) {
  return [element("dt", {}, change.label), element("dd", {}, ...change.parts.map(([sort, words]) => element(MARKS[sort], {}, words)))];
}

function showComparison(card) {
  const before = document.querySelector("img.was");
  if (before) before.remove();
  byId("compare").hidden = !(isChanged(card) && card.was && !card.gone);
  const since = card.gone ? "Gone" : "New";
  setText(byId("large-side"), isChanged(card) && (card.gone || !card.was) ? `${since} since ${now.since}` : "Front");
  if (byId("compare").hidden) return;
  const was = element("img", { className: "was", src: view.large(card.was), alt: `${card.name}, as it was at ${now.since}` });
  byId("large-front").after(was);
  slide();
}

function slide() {
  const was = document.querySelector("img.was");
  if (was) was.style.clipPath = `inset(0 0 0 ${byId("slide").value}%)`;
}

// --- Findings

function showFindings() {
  document.querySelector("main").classList.toggle("clean", !now.findings.length);
  setText(byId("findings-title"), now.findings.length === 1 ? "1 finding" : `${now.findings.length} findings`);
  byId("finding-list").replaceChildren(...now.findings.map(findingElement));
}

function findingElement(finding) {
  const item = element("li", { className: `finding ${finding.severity}` }, element("strong", {}, `${finding.severity} `, element("a", { href: `rule/${finding.code}`, target: "_blank", title: "What this rule wants" }, finding.code), " "), finding.message);
  if (finding.fix) item.append(element("span", { className: "fix" }, `→ ${finding.fix}`));
  item.append(element("br"), finding.editor ? element("a", { href: finding.editor }, finding.place) : element("span", { className: "place" }, finding.place));
  return item;
}

// --- What the reader does

byId("changed").addEventListener("input", () => now && showCards());
for (const each of byId("parts").children) each.addEventListener("click", () => showPart(each.dataset.part));
byId("slide").addEventListener("input", slide);
byId("theme").addEventListener("input", () => fetch(`theme/${encodeURIComponent(byId("theme").value)}`, { method: "POST" }));

// --- What the server says

async function fetchSnapshot() {
  const answer = await fetch("now/snapshot");
  const snapshot = answer.ok ? await answer.json() : null;
  if (snapshot) show(snapshot);
}

function listen() {
  const changes = new EventSource("now/changes");
  changes.onmessage = fetchSnapshot;
  changes.onerror = () => {
    byId("status").className = "away";
    setText(byId("status"), "cardtool preview has ended, or is not to be reached");
  };
}

listen();
