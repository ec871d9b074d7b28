
// Fills the page in. All text goes in as text: whatever a sandbox or a test has told is hostile.
const $ = id => document.getElementById(id);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== undefined && child !== null && child !== ""));
  return made;
}

const plural = (number, word) => number + " " + word + (number === 1 ? "" : word.endsWith("x") ? "es" : "s");
const MARKS = { passed: "\u2713 passed", failed: "\u2717 failed", skipped: "\u21B7 skipped", unfinished: "\u2026 unfinished" };

function fillSummary() {
  const begun = report.runs.length ? new Date(report.runs[0].begun) : null;
  $("when").textContent = begun ? begun.toLocaleString() : "";
  const failed = count("failed");
  $("verdict").textContent = failed ? plural(failed, "failure") + " in " + plural(tests.length, "test") : plural(tests.length, "test") + ", none failed";
  document.title = (failed ? "\u2717 " + failed + " failed" : "\u2713 passed") + " \u2013 Sandboxed";
  const fellBack = sandboxes.filter(box => box.fellBackFrom).length;
  const unused = sandboxes.filter(box => !box.claim && !box.trouble).length;
  const tiles = [
    ["Tests", tests.length, count("passed") + " passed"],
    ["Failed", failed], ["Skipped", count("skipped") + count("unfinished"), count("unfinished") ? count("unfinished") + " unfinished" : ""],
    ["Wall time", time(wall), report.runs.length > 1 ? plural(report.runs.length, "run") + " in " + plural(new Set(report.runs.map(run => run.process.pid)).size, "JVM") : ""],
    ["Sandboxes", sandboxes.length, unused ? unused + " never used" : ""],
    ["Warm starts", claimed.length ? warm.length + " of " + claimed.length : "none", claimed.length > warm.length ? claimed.length - warm.length + " created while a test waited" : ""],
    ["Saved by the pool", time(saved), "creation that no test waited for"],
    ["Waited for sandboxes", time(sum(claimed.map(box => box.claim.waited))), "all tests together"],
    ["Fallbacks", fellBack, fellBack ? "a weaker or later provider was used" : ""],
    ["Commands", commands.length, time(sum(commands.map(command => command.millis || 0))) + " in all"]];
  for (const [name, value, more] of tiles) {
    $("summary").append(element("div", {}, element("dt", {}, name), element("dd", {}, String(value), more ? element("small", {}, more) : "")));
  }
  $("foot").textContent = "report.json beside this page has the same for programs, trace.json opens in Perfetto and chrome://tracing."
    + (leftOut.length ? " There was no room for " + leftOut.map(([what, number]) => number + " " + what).join(", ") + "." : "");
}

function commandDetails(command) {
  const title = element("h4", {}, element("code", {}, command.command));
  const mark = element("span", { class: "mark " + (command.succeeded ? "passed" : "failed") }, command.ending);
  const parts = [title, element("p", {}, mark, command.millis === undefined ? "" : " after " + time(command.millis))];
  if (command.out) parts.push(element("p", { class: "soft" }, "stdout"), element("pre", { tabindex: "0" }, command.out));
  if (command.err) parts.push(element("p", { class: "soft" }, "stderr"), element("pre", { tabindex: "0" }, command.err));
  return parts;
}

function rejections(list) {
  return element("ul", { class: "facts" }, ...list.map(one => element("li", {}, element("strong", {}, one.provider), ": " + one.reason,
    one.remedy ? element("span", { class: "soft" }, " \u2013 remedy: " + one.remedy) : "")));
}

function sandboxDetails(box, test) {
  const on = [box.runsOn.provider, box.runsOn.version, box.runsOn.isolation && "isolation " + box.runsOn.isolation].filter(Boolean).join(", ");
  const parts = [element("h3", {}, "Sandbox ", element("code", {}, box.id)), element("p", {}, on + (box.test && box.test !== test ? "; of " + box.test.name : ""))];
  const story = [];
  if (box.claim) story.push(box.claim.warm ? "warm: made ahead" : "cold: " + (box.claim.reason || "none was ready"), "waited " + time(box.claim.waited));
  story.push("creation " + time(lengthOf(box, "creating", "ready")), "used " + time(lengthOf(box, "claimed", "released")), "destroyed in " + time(lengthOf(box, "released", "destroyed")));
  if (box.files && (box.files.read || box.files.written)) story.push(box.files.written + " bytes of files written", box.files.read + " read");
  parts.push(element("p", { class: "soft" }, story.join(" \u00B7 ")));
  if (box.trouble) parts.push(element("p", { class: "mark failed" }, box.trouble));
  if (box.limits) parts.push(element("p", {}, "Limits reached: " + box.limits.join(", ")));
  if (box.fellBackFrom) parts.push(element("p", {}, "Fell back from:"), rejections(box.fellBackFrom));
  if (box.passedOver) parts.push(element("details", {}, element("summary", {}, plural(box.passedOver.length, "provider") + " passed over"), rejections(box.passedOver)));
  if (box.network) parts.push(element("p", { class: "soft" }, "Tried to reach"), element("pre", { tabindex: "0" }, box.network.join("\n")));
  if (box.usage) parts.push(element("p", { class: "soft" }, "Usage: " + box.usage));
  if (box.tree) parts.push(element("details", {}, element("summary", {}, "Files"), element("pre", { tabindex: "0" }, box.tree)));
  if (box.commandsLeftOut) parts.push(element("p", { class: "soft" }, box.commandsLeftOut + " earlier commands left out"));
  parts.push(...box.commands.flatMap(commandDetails));
  return element("div", {}, ...parts);
}

function details(test) {
  const parts = [];
  if (test.reason) parts.push(element("p", {}, element("strong", {}, "Skipped: "), test.reason));
  if (test.failure) parts.push(element("pre", { tabindex: "0", "aria-label": "Failure" }, test.failure));
  if (test.trace) parts.push(element("details", {}, element("summary", {}, "Stack trace"), element("pre", { tabindex: "0" }, test.trace)));
  parts.push(...test.sandboxes.map(box => sandboxDetails(box, test)));
  if (!parts.length) parts.push(element("p", { class: "soft" }, "It had no sandbox."));
  return element("tr", { class: "details" }, element("td", { colspan: COLUMNS.length }, ...parts));
}

const ORDER = { failed: 0, unfinished: 1, skipped: 2, passed: 3 };
const COLUMNS = [
  { name: "Status", key: test => ORDER[test.status] },
  { name: "Test", key: test => [...test.path, test.name].join(" ").toLowerCase() },
  { name: "Provider", key: test => test.providers.join(" ") },
  { name: "Start", key: test => test.start },
  { name: "Waited", key: test => test.waited, number: true },
  { name: "Duration", key: test => test.millis || 0, number: true },
  { name: "Began", key: test => test.run.offset + (test.began || 0), number: true }];
let sorted = { column: 0, down: false };

function row(test) {
  const name = element("button", { type: "button", class: "open", "aria-expanded": "false" }, test.name);
  const cells = [
    element("td", {}, element("span", { class: "mark " + test.status }, MARKS[test.status])),
    element("td", {}, name, element("span", { class: "where" }, test.path.join(" \u203A ") || test.type || ""),
      test.reason ? element("span", { class: "where" }, test.reason.split("\n")[0].slice(0, 200)) : ""),
    element("td", { "data-label": test.providers.length ? "Provider" : null }, test.providers.join(", ")),
    element("td", { "data-label": test.start ? "Start" : null }, test.start),
    element("td", { class: "number", "data-label": test.own.length ? "Waited" : null }, test.own.length ? time(test.waited) : ""),
    element("td", { class: "number", "data-label": "Duration" }, time(test.millis)),
    element("td", { class: "number", "data-label": "Began" }, test.began === undefined ? "" : time(test.run.offset + test.began))];
  const made = element("tr", { id: "t-" + test.key }, ...cells);
  let opened = null;
  name.addEventListener("click", () => {
    if (opened) { opened.remove(); opened = null; } else { opened = details(test); made.after(opened); }
    name.setAttribute("aria-expanded", String(!!opened));
  });
  return { made, name, all: () => opened ? [made, opened] : [made] };
}

// Made when they are shown first: a browser takes long for many thousands.
const MOST_ROWS = 2000;
const made = new Map();
function rowOf(test) {
  if (!made.has(test)) made.set(test, row(test));
  return made.get(test);
}

function show() {
  const text = $("text").value.trim().toLowerCase(), status = $("status").value, provider = $("provider").value, start = $("start").value;
  const fits = test => (!status || test.status === status) && (!provider || test.providers.includes(provider))
    && (!start || test.start === start) && (!text || test.searched.includes(text));
  const { column, down } = sorted;
  const key = COLUMNS[column].key;
  const shown = tests.filter(fits).sort((a, b) => {
    const left = key(a), right = key(b);
    return (left < right ? -1 : left > right ? 1 : 0) * (down ? -1 : 1);
  });
  $("rows").replaceChildren(...shown.slice(0, MOST_ROWS).flatMap(test => rowOf(test).all()));
  $("count").textContent = shown.length + " of " + plural(tests.length, "test") + (shown.length > MOST_ROWS ? " fit, the first " + MOST_ROWS + " are shown" : " shown");
  [...$("head").children].forEach((head, i) => head.setAttribute("aria-sort", i !== column ? "none" : down ? "descending" : "ascending"));
}

function choices(select, name, values) {
  $(select).append(element("option", { value: "" }, name), ...values.map(value => element("option", { value }, value)));
}

function fillTable() {
  COLUMNS.forEach((column, i) => {
    const button = element("button", { type: "button" }, column.name);
    button.addEventListener("click", () => {
      sorted = { column: i, down: sorted.column === i ? !sorted.down : Boolean(column.number && column.name !== "Began") };
      show();
    });
    $("head").append(element("th", { scope: "col", class: column.number ? "number" : null }, button));
  });
  choices("status", "all", ["failed", "skipped", "passed", "unfinished"].filter(status => count(status)));
  choices("provider", "all", [...new Set(tests.flatMap(test => test.providers))].sort());
  choices("start", "all", ["warm", "cold"]);
  $("filters").addEventListener("input", show);
  $("filters").addEventListener("reset", () => setTimeout(show));
  $("filters").addEventListener("submit", event => event.preventDefault());
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !["INPUT", "SELECT"].includes(document.activeElement.tagName)) { event.preventDefault(); $("text").focus(); }
  });
  show();
}

function open(test) {
  const found = rowOf(test);
  if (!found.made.isConnected) { $("filters").reset(); show(); }
  if (!found.made.isConnected) $("rows").prepend(found.made);
  if (found.name.getAttribute("aria-expanded") === "false") found.name.click();
  found.name.focus();
  found.made.scrollIntoView({ block: "start" });
}

function link(test) {
  const button = element("button", { type: "button", class: "link" }, test.name);
  button.addEventListener("click", () => open(test));
  return button;
}

function facts(section, items) {
  $(section).hidden = !items.length;
  $(section).querySelector("ul").append(...items);
}

function fillFacts() {
  facts("skips", grouped(tests.filter(test => test.status === "skipped"), test => test.reason || "no reason given").map(([reason, all]) =>
    element("li", {}, plural(all.length, "test") + ": " + reason)));
  const reasons = kind => grouped(sandboxes.flatMap(box => (box[kind] || []).map(one => ({ ...one, to: box.runsOn.provider }))),
    one => one.provider + " \u2192 " + one.to + ": " + one.reason + (one.remedy ? " \u2013 remedy: " + one.remedy : ""));
  const troubles = grouped(sandboxes.filter(box => box.trouble), box => box.runsOn.provider + " could not create it: " + box.trouble);
  facts("fallbacks", reasons("fellBackFrom").concat(troubles).map(([text, all]) => element("li", {}, plural(all.length, "sandbox") + ": " + text)));
  facts("passed", reasons("passedOver").map(([text, all]) => element("li", {}, plural(all.length, "sandbox") + ": " + text)));
  const slowest = (name, items, millis, line) => {
    const top = [...items].filter(item => millis(item) > 0).sort((a, b) => millis(b) - millis(a)).slice(0, 10);
    $("slow").append(element("div", {}, element("h3", {}, name), top.length
      ? element("ol", {}, ...top.map(item => element("li", {}, time(millis(item)) + " ", line(item)))) : element("p", { class: "soft" }, "none")));
  };
  slowest("Tests", tests, test => test.millis || 0, link);
  slowest("Waits for a sandbox", claimed, box => box.claim.waited, box => element("span", {}, box.runsOn.provider + ", " + (box.claim.warm ? "warm" : "cold") + (box.test ? ", " + box.test.name : "")));
  slowest("Commands", commands, command => command.millis || 0, command => element("code", {}, command.command.slice(0, 120)));
}

function draw() {
  const width = Math.max(280, $("timeline").clientWidth);
  $("timeline").replaceChildren(drawTimeline(width * Number($("zoom").value), open));
  $("pool").replaceChildren(drawPool(Math.max(280, $("pool").clientWidth)));
}

fillSummary();
fillTable();
fillFacts();
const TEXTS = [["making", "being made"], ["waiting", "waiting to be used"], ["used", "in use"], ["destroying", "being destroyed"]];
legend($("legend"), [["passed", "passed"], ["failed", "failed"], ["skipped", "skipped"], ...TEXTS.map(([kind, text]) => [kind, "sandbox " + text])]);
legend($("pool-legend"), TEXTS);
draw();
// A link to a test, such as #t-0-8, opens it.
function openLinked() {
  const linked = tests.find(test => "#t-" + test.key === location.hash);
  if (linked) open(linked);
}
openLinked();
addEventListener("hashchange", openLinked);
$("zoom").addEventListener("input", draw);
let drawn = innerWidth;
addEventListener("resize", () => { if (innerWidth !== drawn) { drawn = innerWidth; draw(); } });
