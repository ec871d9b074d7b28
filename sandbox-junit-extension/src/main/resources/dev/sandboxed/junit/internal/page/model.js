"use strict";
// Reads the data and works out what the page shows. Nothing here touches the page.
const report = JSON.parse(document.getElementById("data").textContent);

function lengthOf(sandbox, from, to) {
  const life = sandbox.life || {};
  return life[from] === undefined || life[to] === undefined ? 0 : Math.max(0, life[to] - life[from]);
}

// Runs lie where they were in time, but for what is idle between them: forks of one build can be minutes apart.
function placeRuns(runs) {
  const LONGEST_GAP = 2000;
  let end = -Infinity, cut = 0;
  const cuts = [];
  for (const run of runs) {
    const began = Date.parse(run.begun);
    if (end > -Infinity && began - end > LONGEST_GAP) {
      cut += began - end - LONGEST_GAP;
      cuts.push(began - cut - LONGEST_GAP / 2);
    }
    run.offset = began - cut;
    end = Math.max(end, began + run.millis);
  }
  const first = runs.length ? runs[0].offset : 0;
  for (const run of runs) run.offset -= first;
  return cuts.map(moment => moment - first);
}

function readRun(run, number) {
  run.number = number;
  run.tests = run.tests || [];
  run.sandboxes = run.sandboxes || [];
  const byId = new Map();
  for (const test of run.tests) {
    byId.set(test.id, test);
    test.run = run;
    test.key = number + "-" + test.id;
    test.own = [];
  }
  for (const sandbox of run.sandboxes) {
    sandbox.run = run;
    sandbox.commands = sandbox.commands || [];
    sandbox.test = byId.get(sandbox.owner);
    if (sandbox.test) sandbox.test.own.push(sandbox);
  }
  for (const test of run.tests) {
    test.above = [];
    for (let up = byId.get(test.parent); up; up = byId.get(up.parent)) test.above.unshift(up);
    // The engine is above everything and says nothing.
    test.path = test.above.filter(up => up.parent !== undefined).map(up => up.name);
  }
  for (const test of run.tests) {
    test.sandboxes = test.above.flatMap(up => up.own).concat(test.own);
    test.waited = test.own.reduce((sum, box) => sum + (box.claim ? box.claim.waited : 0), 0);
    test.providers = [...new Set(test.sandboxes.map(box => box.runsOn.provider))];
    test.start = test.own.some(box => box.claim && !box.claim.warm) ? "cold" : test.own.some(box => box.claim) ? "warm" : "";
    test.searched = [test.name, test.type, ...test.path, test.reason, test.failure, ...test.providers,
      ...test.own.flatMap(box => [box.id, ...box.commands.flatMap(c => [c.command, c.out, c.err])])]
      .filter(Boolean).join("\n").toLowerCase();
  }
}

report.runs.forEach(readRun);
const cuts = placeRuns(report.runs);
const wall = report.runs.reduce((end, run) => Math.max(end, run.offset + run.millis), 1);
const sandboxes = report.runs.flatMap(run => run.sandboxes);
// What holds tests is shown when it failed by itself, as a class does whose preparation fails.
const tests = report.runs.flatMap(run => run.tests).filter(test => test.kind === "test" || test.status === "failed");
const commands = sandboxes.flatMap(box => box.commands.map(command => ({ ...command, sandbox: box })));
const claimed = sandboxes.filter(box => box.claim);
const warm = claimed.filter(box => box.claim.warm);
const count = status => tests.filter(test => test.status === status).length;
// Not by spreading, which fails with many.
const largest = (numbers, least) => numbers.reduce((most, one) => Math.max(most, one), least);
const sum = numbers => numbers.reduce((all, one) => all + one, 0);
const saved = sum(warm.map(box => Math.max(0, lengthOf(box, "creating", "ready") - box.claim.waited)));
const leftOut = ["tests", "sandboxes", "commands", "texts"].map(what => [what, sum(report.runs.map(run => (run.leftOut || {})[what] || 0))])
  .filter(([, number]) => number > 0);

function time(millis) {
  if (millis === undefined || millis === null) return "";
  if (millis === 0) return "0";
  if (millis < 10) return millis.toFixed(1) + " ms";
  if (millis < 1000) return Math.round(millis) + " ms";
  if (millis < 60000) return (millis / 1000).toFixed(millis < 10000 ? 2 : 1) + " s";
  return Math.floor(millis / 60000) + " min " + Math.round(millis % 60000 / 1000) + " s";
}

function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return [...groups.entries()].sort((a, b) => b[1].length - a[1].length);
}

// The phases of a sandbox, each from a moment to the next one that is known.
const PHASES = [["making", "creating"], ["waiting", "ready"], ["used", "claimed"], ["destroying", "released"]];
function phases(box) {
  const moments = ["creating", "ready", "claimed", "released", "destroyed"];
  return PHASES.flatMap(([phase, from]) => {
    if (box.life[from] === undefined) return [];
    const next = moments.slice(moments.indexOf(from) + 1).map(name => box.life[name]).find(moment => moment !== undefined);
    const until = next === undefined ? box.run.millis : next;
    return [{ phase, from: box.run.offset + box.life[from], until: box.run.offset + Math.max(until, box.life[from]) }];
  });
}
