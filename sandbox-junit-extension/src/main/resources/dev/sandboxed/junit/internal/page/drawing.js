
// Draws the time line and the pool. All text goes in as text.
const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children.flat()) made.append(child);
  return made;
}

function legend(list, names) {
  for (const [kind, text] of names) {
    const item = document.createElement("li");
    item.append(shape("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, shape("rect", { class: kind, width: 10, height: 10, rx: 2 })), text);
    list.append(item);
  }
}

function packer() {
  const ends = [];
  return (from, until) => {
    let lane = ends.findIndex(end => end <= from);
    if (lane < 0) lane = ends.push(0) - 1;
    ends[lane] = until;
    return lane;
  };
}

function ticks(width) {
  const wanted = wall / Math.max(2, Math.floor(width / 110));
  const power = Math.pow(10, Math.floor(Math.log10(wanted)));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= wanted);
  const found = [];
  // The last one has no room for its text.
  for (let at = 0; at <= wall - step / 2; at += step) found.push(at);
  return found;
}

function drawTimeline(width, opens) {
  const LEFT = 4, ROW = 14, inner = width - 2 * LEFT;
  const x = moment => LEFT + moment / wall * inner;
  const parts = [];
  // Drawn last, so that nothing hides them.
  const failures = [];
  let top = 22;
  const drawn = new Map();
  const bar = (kind, from, until, y, title, test) => {
    // What nobody could see beside the one before it is not drawn: thousands of tests are to fit.
    const row = kind + y;
    if (kind !== "failed" && x(until) < (drawn.get(row) || 0) + 0.5) return;
    drawn.set(row, x(until));
    const rect = shape("rect", { class: kind + (test ? " bar" : ""), x: x(from).toFixed(2), y, height: ROW - 3,
      width: Math.max(1.5, x(until) - x(from)).toFixed(2), rx: 1.5 }, shape("title", {}, title));
    if (test) rect.addEventListener("click", () => opens(test));
    (kind === "failed" ? failures : parts).push(rect);
  };
  for (const run of report.runs) {
    if (report.runs.length > 1) {
      parts.push(shape("text", { class: "name", x: LEFT, y: top + 11 }, "run " + (run.number + 1) + ", JVM " + run.process.pid));
      top += ROW + 2;
    }
    for (const [thread, ran] of grouped(run.tests.filter(test => test.kind === "test" && test.began !== undefined), test => test.thread)) {
      parts.push(shape("text", { x: LEFT, y: top + 10 }, "tests on " + thread));
      top += ROW;
      for (const test of ran) {
        bar(test.status, run.offset + test.began, run.offset + test.began + (test.millis || 0), top, test.name + ": " + test.status + ", " + time(test.millis), test);
      }
      top += ROW;
    }
    if (run.sandboxes.length) {
      parts.push(shape("text", { x: LEFT, y: top + 10 }, "sandboxes"));
      top += ROW;
      const place = packer();
      let lanes = 0;
      for (const box of [...run.sandboxes].sort((a, b) => (a.life.creating || 0) - (b.life.creating || 0))) {
        const all = phases(box);
        if (!all.length) continue;
        const lane = place(all[0].from, all[all.length - 1].until);
        lanes = Math.max(lanes, lane + 1);
        for (const { phase, from, until } of all) {
          bar(phase, from, until, top + lane * ROW, box.id + ", " + phase + " " + time(until - from) + (box.test ? ", " + box.test.name : ""), box.test && box.test.kind === "test" ? box.test : null);
        }
      }
      top += lanes * ROW;
    }
    top += 6;
  }
  const behind = ticks(inner).flatMap(at => [shape("line", { class: "grid", x1: x(at), x2: x(at), y1: 16, y2: top }),
    shape("text", { x: x(at) + 2, y: 12 }, time(at))]);
  behind.push(...cuts.map(at => shape("line", { class: "cut", x1: x(at), x2: x(at), y1: 16, y2: top })));
  return shape("svg", { width, height: top, "aria-hidden": "true" }, behind, parts, failures);
}

// How many sandboxes are in which phase, from each change to the next.
function poolSteps() {
  const changes = sandboxes.flatMap(phases).flatMap(({ phase, from, until }) => [[from, phase, 1], [until, phase, -1]]).sort((a, b) => a[0] - b[0]);
  const now = { making: 0, waiting: 0, used: 0, destroying: 0 };
  const steps = [{ at: 0, ...now }];
  for (const [at, phase, by] of changes) {
    now[phase] += by;
    if (steps[steps.length - 1].at === at) steps.pop();
    steps.push({ at, ...now });
  }
  steps.push({ ...steps[steps.length - 1], at: wall });
  return steps;
}

function drawPool(width) {
  const HEIGHT = 140, BOTTOM = 120, LEFT = 28;
  const steps = poolSteps();
  const order = ["used", "waiting", "making", "destroying"];
  const most = largest(steps.map(step => sum(order.map(phase => step[phase]))), 1);
  const x = moment => (LEFT + moment / wall * (width - LEFT - 4)).toFixed(1);
  const y = number => (BOTTOM - number / most * (BOTTOM - 10)).toFixed(1);
  const parts = [...new Set([0, Math.ceil(most / 2), most])].flatMap(number => [
    shape("line", { class: "grid", x1: LEFT, x2: width, y1: y(number), y2: y(number) }), shape("text", { x: 2, y: Number(y(number)) + 4 }, String(number))]);
  const below = steps.map(() => 0);
  for (const phase of order) {
    const upper = [], lower = [];
    steps.forEach((step, i) => {
      const until = i + 1 < steps.length ? steps[i + 1].at : wall;
      const base = below[i];
      below[i] += step[phase];
      upper.push(x(step.at) + "," + y(below[i]), x(until) + "," + y(below[i]));
      lower.push(x(step.at) + "," + y(base), x(until) + "," + y(base));
    });
    parts.push(shape("polygon", { class: phase, points: upper.concat(lower.reverse()).join(" ") }));
  }
  parts.push(...ticks(width - LEFT).map(at => shape("text", { x: Number(x(at)) + 2, y: HEIGHT - 6 }, time(at))));
  const label = "At most " + most + " sandboxes at once; " + warm.length + " of " + claimed.length + " claims found one ready";
  return shape("svg", { width, height: HEIGHT, role: "img", "aria-label": label }, parts);
}
