// What several pages are made of.

import { h, svg, text, attribute, Rows } from './dom.js';
import { now } from './api.js';
import { age, cut, exact, span, time, tone, visible } from './format.js';

export const link = (href, label, cls) => h('a', { href, cls }, label);
export const itemLink = (id, most = 80) => h('a', { href: `#/items/${encodeURIComponent(id)}`, cls: 'mono isolate', title: cut(visible(id), 200) }, cut(visible(id), most));
export const queueLink = queue => link(`#/queues/${encodeURIComponent(queue)}`, queue);

export function head(title, sub, ...buttons) {
  return h('div', { cls: 'head' }, h('div', {}, h('h1', {}, title), sub ? h('p', {}, sub) : null), h('div', { cls: 'buttons' }, ...buttons));
}

export function card(title, body, ...right) {
  const id = `c-${title.toLowerCase().replace(/\W+/g, '-')}`;
  return h('section', { cls: 'card', 'aria-labelledby': id },
    h('header', {}, h('h2', { id }, title), h('div', { cls: 'buttons' }, ...right)), body);
}

/** A table whose rows keep their place; a column is [title, classes]. */
export function table(label, columns, key, make, nothing) {
  const body = h('tbody');
  const element = h('table', {}, h('caption', { cls: 'hidden' }, label),
    h('thead', {}, h('tr', {}, columns.map(([title, cls]) => h('th', { scope: 'col', cls }, title)))), body);
  const empty = h('p', { cls: 'empty', hidden: true }, nothing || 'Nothing here.');
  const rows = new Rows(body, key, make);
  return {
    element: h('div', { cls: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, element, empty),
    body,
    set(entries) {
      rows.set(entries);
      attribute(empty, 'hidden', entries.length ? '' : null);
      attribute(element, 'hidden', entries.length ? null : '');
    },
  };
}

/** A row of cells, each with how it is brought up to date. */
export function row(cells, classes) {
  const elements = cells.map((cell, place) => {
    const td = h('td', { cls: classes?.[place] });
    if (cell.element) td.append(cell.element);
    return td;
  });
  const element = h('tr', {}, elements);
  return {
    element,
    update(entry) {
      cells.forEach((cell, place) => {
        if (cell.update) cell.update(entry);
        else text(elements[place], cell.text(entry));
      });
    },
  };
}

export const say = value => ({ text: value });
export const fixed = element => ({ element, update() {} });

/** A state as a tag. */
export function stateCell(axisOf) {
  const tag = h('span', { cls: 'tag' });
  return {
    element: tag,
    update(entry) {
      const axis = axisOf(entry);
      text(tag, axis ? axis.status : '');
      attribute(tag, 'class', `tag ${axis ? tone(axis) : ''}`);
    },
  };
}

/** What shows how old it is or when it ends is drawn again each second; nothing here keeps what is no longer shown. */
const clocks = new WeakMap();
setInterval(() => document.hidden || document.querySelectorAll('[data-ticks]').forEach(each => clocks.get(each)?.draw()), 1000);

/** How long ago. */
export function ageCell(at) {
  const element = h('time', { 'data-ticks': true });
  const clock = {
    element,
    draw() {
      text(element, clock.at ? age(now() - clock.at) : '–');
    },
  };
  clocks.set(element, clock);
  return {
    element,
    update(entry) {
      clock.at = at(entry);
      attribute(element, 'title', clock.at ? exact(clock.at) : null);
      clock.draw();
    },
  };
}

/** How much of a lease is left. */
export function leaseCell(axisOf) {
  const bar = h('i');
  const left = h('span');
  const element = h('span', { cls: 'clock', 'data-ticks': true }, h('span', { cls: 'bar', 'aria-hidden': 'true' }, bar), left);
  const clock = {
    element,
    draw() {
      const { axis } = clock;
      const ends = axis?.lease_expires_at;
      attribute(element, 'hidden', ends ? null : '');
      if (!ends) return;
      const remaining = ends - now();
      const whole = Math.max(1, ends - (axis.claimed_at ?? ends));
      text(left, remaining > 0 ? age(remaining + 999) : 'ran out');
      attribute(element, 'class', remaining < 3000 ? 'clock late' : 'clock');
      bar.style.transform = `scaleX(${Math.min(1, Math.max(0, remaining / whole)).toFixed(3)})`;
    },
  };
  clocks.set(element, clock);
  return {
    element,
    update(entry) {
      clock.axis = axisOf(entry);
      clock.draw();
    },
  };
}

/** The axis of an item that says most: one that is held, or that has not ended, or the first. */
export function mainAxis(item) {
  const axes = Object.values(item.axes || {});
  return axes.find(axis => axis.claimed_by) || axes.find(axis => !/^has ended/.test(axis.wakeup)) || axes[0];
}

/** A column is its title, the classes of its head and of its cells, and how a cell is made. */
function itemsIn(columns, label, nothing) {
  return table(label, columns, item => item.id, item => row(columns.map(each => each[3](item)), columns.map(each => each[2])), nothing);
}

/** A list of items; some columns are for wide screens. */
export function itemTable(label, nothing) {
  const columns = [
    ['Item', '', '', item => fixed(itemLink(item.id))], ['State', 'w4', '', () => stateCell(mainAxis)],
    ['Held by', 'w4 wide', 'wide isolate', () => say(each => visible(mainAxis(each)?.claimed_by))], ['Lease', 'w3', '', () => leaseCell(mainAxis)],
    ['Attempts', 'w2 num wide', 'num wide', () => say(each => mainAxis(each)?.attempts)], ['Age', 'w2 num', 'num', () => ageCell(each => each.created_at)],
    ['Last error', 'w5 wide', 'wide muted isolate', () => errorCell()],
  ];
  return itemsIn(columns, label, nothing);
}

/** Those that stand failed, to choose from: nobody holds them, so there is room for the error. */
export function failedTable(label, nothing, pick) {
  const columns = [
    pick && ['', 'w1', 'pick', item => fixed(pick(item))], ['Item', 'w6', '', item => fixed(itemLink(item.id))], ['State', 'w3', '', () => stateCell(mainAxis)],
    ['Attempts', 'w2 num wide', 'num wide', () => say(each => mainAxis(each)?.attempts)], ['Age', 'w2 num', 'num', () => ageCell(each => each.created_at)],
    ['Error', 'wide', 'wide muted isolate', () => errorCell()],
  ];
  return itemsIn(columns.filter(Boolean), label, nothing);
}

function errorCell() {
  const element = h('span');
  return {
    element,
    update(item) {
      const error = visible(mainAxis(item)?.last_error);
      text(element, cut(error, 160));
      attribute(element, 'title', error ? cut(error, 600) : null);
    },
  };
}

/** A small picture of numbers over time, the newest on the right. */
export function sparkCell(numbers) {
  const line = svg('path');
  const under = svg('path', { class: 'under' });
  const label = svg('title');
  const element = svg('svg', { class: 'spark', viewBox: '0 0 100 26', preserveAspectRatio: 'none', role: 'img' }, label, under, line);
  return {
    element,
    update(entry) {
      const values = numbers(entry) || [];
      const most = Math.max(1, ...values);
      const points = values.map((value, place) => `${((place * 100) / Math.max(1, values.length - 1)).toFixed(1)},${(24 - (value / most) * 21).toFixed(1)}`);
      const path = points.length ? `M${points.join('L')}` : '';
      attribute(line, 'd', path);
      attribute(under, 'd', path && `${path}L100,26L0,26Z`);
      text(label, `Completed per minute, the last ${values.length} minutes: ${values.join(', ')}`);
    },
  };
}

export function when(millis) {
  return h('time', { datetime: exact(millis), title: exact(millis) }, time(millis));
}

/** Numbers that matter, large. */
export function figures(entries) {
  const cells = entries.map(([label]) => h('dd', {}, '–'));
  const boxes = entries.map(([label], place) => h('div', { cls: 'figure' }, h('dt', {}, label), cells[place]));
  return {
    element: h('dl', { cls: 'figures' }, boxes),
    set(values) {
      values.forEach((value, place) => {
        text(cells[place], value);
        attribute(boxes[place], 'class', `figure${entries[place][1] && value !== '0' ? ' bad' : ''}`);
      });
    },
  };
}

/** What is wrong with the read model, if anything; `problem` is an error of the API. */
export function trouble() {
  const element = h('p', { cls: 'banner', role: 'alert', hidden: true });
  return {
    element,
    set(behind, problem) {
      text(element, problem ? problem.message : behind ? `What you see may be old: ${behind}` : '');
      attribute(element, 'class', problem ? 'banner bad' : 'banner');
      attribute(element, 'hidden', problem || behind ? null : '');
    },
  };
}

export { age, span };
