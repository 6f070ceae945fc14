// A page: it loads, shows, and loads again when something of its own has changed.

import { h, frame, Refresher } from './dom.js';
import { trouble } from './parts.js';

/** After how long without an answer the page says so. */
const PATIENCE = 5000;

/**
 * @param load asks the API with a signal that ends it, and resolves with what is to be shown
 * @param draw shows it; runs before a frame is drawn
 * @param concerns whether a notification is about this page; one of null always is
 */
export function page({ title, parts, load, draw, concerns = () => true, gap = 500 }) {
  const aborter = new AbortController();
  const wrong = trouble();
  const element = h('div', { cls: 'page' }, wrong.element, parts);
  const key = {};
  const refresher = new Refresher(async () => {
    const late = setTimeout(() => frame(key, () => wrong.set('the server takes long to answer.', null)), PATIENCE);
    try {
      const loaded = await load(aborter.signal);
      frame(key, () => {
        wrong.set(loaded?.behind, null);
        draw(loaded);
        element.dataset.ready = '';
        delete element.dataset.failed;
      });
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      frame(key, () => {
        wrong.set(null, failure);
        element.dataset.failed = '';
      });
    } finally {
      clearTimeout(late);
    }
  }, gap);
  refresher.ask();
  let later = 0;
  /** The log that notifications come from is ahead of what can be read: so a little later once more. */
  const again = () => {
    later = later || setTimeout(() => {
      later = 0;
      refresher.ask();
    }, 1500);
  };
  return {
    title,
    element,
    refresh: () => refresher.ask(),
    hear(told) {
      // Nobody looks; whoever does again is shown everything anew.
      if (document.hidden) return;
      if (told !== null && !concerns(told)) return;
      refresher.ask();
      if (told !== null) again();
    },
    end() {
      clearTimeout(later);
      refresher.end();
      aborter.abort();
    },
  };
}
