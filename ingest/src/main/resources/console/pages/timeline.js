// The life of an item as a picture: a lane for each axis, a bar for each state, a mark for each move.

import { h, svg } from '../dom.js';
import { now } from '../api.js';
import { cut, span, time } from '../format.js';

const LANE = 46;
const TOP = 14;
const LEFT = 84;

/** From the facts: per axis what it was from when to when. Facts come oldest first. */
export function lanes(history, item, today) {
  const axes = new Map();
  const begun = history.find(fact => fact.type === 'Created')?.at ?? item.created_at;
  for (const fact of history) {
    if (fact.type !== 'Moved' || !fact.axis) continue;
    const lane = axes.get(fact.axis) || [{ state: fact.from, from: begun, why: 'created' }];
    const last = lane[lane.length - 1];
    last.to = fact.at;
    lane.push({ state: fact.to, from: fact.at, why: fact.why, holder: fact.holder, error: fact.error, attempt: fact.attempt });
    axes.set(fact.axis, lane);
  }
  for (const [name, axis] of Object.entries(item.axes || {})) {
    const lane = axes.get(name) || [{ state: axis.status, from: begun, why: 'created' }];
    axes.set(name, lane);
    const last = lane[lane.length - 1];
    const over = /^has ended/.test(axis.wakeup);
    last.to = over ? last.from : today;
    last.open = !over;
    last.ended = over;
    last.held = Boolean(axis.claimed_by);
  }
  return axes;
}

function tone(bar) {
  if (/fail|dead|error|reject|exhaust/.test(bar.state)) return 'bad';
  if (bar.ended) return bar.state === 'cancelled' ? '' : 'good';
  return bar.why === 'claimed' || bar.held ? 'busy' : '';
}

/** Times on a scale that gives short spans room as well: each gap counts by its logarithm. */
function scale(times, width) {
  const sorted = [...new Set(times)].sort((one, other) => one - other);
  const places = [0];
  for (let at = 1; at < sorted.length; at++) places.push(places[at - 1] + 1 + Math.log1p((sorted[at] - sorted[at - 1]) / 50));
  const whole = places[places.length - 1] || 1;
  const known = new Map(sorted.map((each, at) => [each, (places[at] / whole) * width]));
  return each => known.get(each) ?? 0;
}

export function timeline(history, item, width) {
  const axes = lanes(history, item, now());
  const all = [...axes.values()].flat();
  const room = Math.max(240, width - LEFT - 90);
  const x = scale(all.flatMap(bar => [bar.from, bar.to]), room);
  const height = TOP + axes.size * LANE + 22;
  const start = Math.min(...all.map(bar => bar.from));
  const label = `${axes.size === 1 ? 'One axis' : `${axes.size} axes`}, ${all.length} states`;
  const picture = svg('svg', { class: 'timeline', viewBox: `0 0 ${width} ${height}`, height, role: 'img', 'aria-label': `Timeline: ${label}; the table of facts below tells the same` });
  let lane = 0;
  for (const [axis, bars] of axes) {
    const y = TOP + lane++ * LANE;
    picture.append(svg('text', { x: 0, y: y + 17, class: 'faint' }, cut(axis, 12)),
      svg('line', { class: 'rule', x1: LEFT, x2: LEFT + room + 84, y1: y + 13, y2: y + 13 }));
    for (const bar of bars) {
      const from = LEFT + x(bar.from);
      const wide = bar.ended ? 80 : Math.max(3, x(bar.to) - x(bar.from));
      const words = `${bar.state}, ${bar.ended ? `since ${time(bar.from)}` : span(bar.to - bar.from)}${bar.holder ? `, held by ${bar.holder}` : ''}${bar.why ? ` (${bar.why})` : ''}${bar.error ? `: ${cut(bar.error, 120)}` : ''}`;
      const group = svg('g', {}, svg('title', {}, words), svg('rect', { class: tone(bar), x: from, y, width: wide, height: 26, rx: 6 }));
      const fits = Math.floor((wide - 10) / 7);
      if (fits >= 3) group.append(svg('text', { class: tone(bar), x: from + 7, y: y + 17 }, bar.state.length > fits ? `${bar.state.slice(0, fits - 1)}…` : bar.state));
      if (fits >= 5 && !bar.ended) group.append(svg('text', { class: 'faint', x: from + 7, y: y + 38 }, span(bar.to - bar.from)));
      picture.append(group);
    }
    for (const bar of bars) picture.append(svg('circle', { class: `mark ${bar.error ? 'bad' : ''}`, cx: LEFT + x(bar.from), cy: y + 13, r: 4 }));
  }
  picture.append(svg('text', { class: 'faint', x: LEFT, y: height - 4 }, time(start)));
  return h('div', { cls: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Timeline' }, picture);
}
