// Records that could not be read or decided.

import { h, text } from '../dom.js';
import { get, segment } from '../api.js';
import { cut, visible } from '../format.js';
import { ageCell, card, head, row, say, table } from '../parts.js';
import { redrive } from '../actions.js';
import { page } from '../page.js';

export function letters() {
  const shown = h('pre', { tabindex: '0', 'aria-label': 'The letter that was chosen', hidden: true });
  const refresh = () => opened.refresh();

  async function show(id) {
    shown.hidden = false;
    text(shown, 'Looking it up');
    try {
      const letter = await get(`/v1/dead-letters/${segment(id)}`);
      text(shown, cut(visible(`letter: ${id}\nkey: ${letter.key ?? ''}\nvalue: ${letter.value ?? ''}`), 20000));
    } catch (failure) {
      text(shown, failure.message);
    }
    shown.focus();
  }

  const list = table('Dead letters', [['Letter', 'w2'], ['Why', ''], ['Came from', 'w6 wide'], ['Age', 'w2 num wide'], ['Sent again', 'w3 wide'], ['', 'w4']], each => each.id, each => {
    const open = h('button', { type: 'button', cls: 'link', 'aria-label': `Show the letter ${each.id}`, onclick: () => show(each.id) }, each.id);
    return row([{ element: open, update() {} }, say(one => cut(visible(one.reason), 300)), say(one => (one.topic ? `${one.topic} ${one.partition}:${one.offset}` : '')), ageCell(one => one.at),
      say(one => (one.redriven_at ? 'yes' : '')), { element: h('span', {}, redrive([each.id], 'Send again', refresh, 'small')), update() {} }],
    ['', 'isolate wrap', 'wide muted', 'num wide', 'wide', 'act']);
  }, 'There is no dead letter.');
  const opened = page({
    title: 'Dead letters',
    parts: [head('Dead letters', 'Records of all tenants that could not be read or decided.', redrive(null, 'Send all again', refresh)), card('Letters', h('div', {}, list.element, shown))],
    gap: 2000,
    load: signal => get('/v1/dead-letters', { limit: 200, payload: 'false' }, signal),
    draw: all => list.set(all.dead_letters),
  });
  return opened;
}
