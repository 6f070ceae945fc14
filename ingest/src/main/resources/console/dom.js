// Elements are made here and nowhere else: what others wrote gets in as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name === 'cls' ? 'class' : name, value === true ? '' : String(value));
  }
  element.append(...children.flat(4).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
export const svg = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

/** Writes only what has changed: an untouched text node keeps its selection and costs no layout. */
export function text(element, value) {
  const wanted = value === null || value === undefined ? '' : String(value);
  if (element.textContent !== wanted) element.textContent = wanted;
}

export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

const due = new Map();
let asked = 0;

/** Runs it once before the next frame is drawn, however often it is asked for. */
export function frame(key, work) {
  due.set(key, work);
  if (!asked) {
    asked = requestAnimationFrame(() => {
      asked = 0;
      const now = [...due.values()];
      due.clear();
      now.forEach(each => each());
    });
  }
}

/** Rows that keep their elements by key, so that what has not changed is not touched. */
export class Rows {
  constructor(body, key, make) {
    this.body = body;
    this.key = key;
    this.make = make;
    this.known = new Map();
  }

  set(entries) {
    const wanted = new Set(entries.map(this.key));
    for (const [key, row] of this.known) {
      if (!wanted.has(key)) {
        row.element.remove();
        this.known.delete(key);
      }
    }
    let place = this.body.firstElementChild;
    for (const entry of entries) {
      const key = this.key(entry);
      let row = this.known.get(key);
      if (!row) {
        row = this.make(entry);
        this.known.set(key, row);
      }
      if (row.element !== place) this.body.insertBefore(row.element, place);
      else place = place.nextElementSibling;
      row.update(entry);
    }
  }
}

/** Asks again, never twice at once, not more often than `gap`, less often if answers take long; what was asked for meanwhile is not forgotten. */
export class Refresher {
  constructor(work, gap) {
    this.work = work;
    this.gap = gap;
    this.last = -Infinity;
    this.took = 0;
    this.ended = false;
  }

  ask() {
    if (this.ended || this.timer) return;
    if (this.running) {
      this.again = true;
      return;
    }
    const wait = Math.max(0, this.last + Math.max(this.gap, this.took) - performance.now());
    this.timer = setTimeout(() => this.run(), wait);
  }

  async run() {
    this.timer = 0;
    if (this.ended) return;
    this.running = true;
    const begun = performance.now();
    try {
      await this.work();
    } finally {
      this.running = false;
      this.last = performance.now();
      this.took = this.last - begun;
      if (this.again) {
        this.again = false;
        this.ask();
      }
    }
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }
}
