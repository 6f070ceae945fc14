// What operators do. Each is asked about first; the server keeps a record of it, and refuses it to all others.

import { h, text } from './dom.js';
import { post, segment } from './api.js';
import { number } from './format.js';

let scopes = new Set();
export const may = {
  set: granted => { scopes = new Set(granted); },
  operate: () => scopes.has('operate'),
};

export function notice(message, bad) {
  const element = h('p', { cls: bad ? 'bad' : '' }, message);
  document.getElementById('notices').append(element);
  setTimeout(() => element.remove(), bad ? 15000 : 4500);
}

/** Resolves with the reason that was given, or with null. */
export function confirm({ title, says, button, danger, reason }) {
  return new Promise(done => {
    const field = reason ? h('input', { id: 'reason', type: 'text', maxlength: '200', autocomplete: 'off' }) : null;
    const dialog = h('dialog', { 'aria-labelledby': 'ask' },
      h('form', { method: 'dialog' }, h('h2', { id: 'ask' }, title), h('p', {}, says),
        field ? h('label', {}, 'Reason, for the record', field) : null,
        h('div', { cls: 'buttons' },
          h('button', { type: 'button', onclick: () => dialog.close('no') }, 'Not now'),
          h('button', { type: 'submit', value: 'yes', cls: danger ? 'main danger' : 'main' }, button))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue === 'yes' ? field?.value || '' : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    (field || dialog.querySelector('button[value="yes"]')).focus();
  });
}

/** A button that asks, does and tells; none for those who may not. */
function button(label, question, work, options = {}) {
  if (!may.operate()) return null;
  const element = h('button', { type: 'button', cls: options.cls || (question.danger ? 'danger' : ''), 'aria-label': options.label }, label);
  element.addEventListener('click', async () => {
    const reason = await confirm(question);
    element.focus();
    if (reason === null) return;
    element.disabled = true;
    try {
      notice(await work(reason));
      options.then?.();
    } catch (failure) {
      notice(failure.message, true);
    } finally {
      element.disabled = false;
    }
  });
  return element;
}

const path = (id, verb) => `/v1/items/${segment(id)}/${verb}`;

export const cancel = (id, then) => button('Cancel', {
  title: 'Cancel this item?', says: 'Every axis that has not ended ends as cancelled; a worker that holds it is told to stop.', button: 'Cancel the item', danger: true, reason: true,
}, async reason => {
  await post(path(id, 'cancel'), reason ? { reason } : {});
  return 'Cancelled.';
}, { then });

export const requeue = (id, axis, then, cls) => button('Requeue', {
  title: 'Requeue this item?', says: `It is offered to workers again at once on the axis ${axis}.`, button: 'Requeue the item',
}, async () => {
  await post(path(id, 'requeue'), { axis });
  return 'Requeued.';
}, { then, cls, label: `Requeue ${id}` });

export const pause = (queue, then) => button('Pause', {
  title: `Pause the queue ${queue}?`, says: 'Nothing more is offered until it is resumed; what workers hold goes on.', button: 'Pause the queue', reason: true,
}, async reason => {
  await post(`/v1/queues/${segment(queue)}/pause`, reason ? { reason } : {});
  return `${queue} is paused.`;
}, { then });

export const resume = (queue, then) => button('Resume', {
  title: `Resume the queue ${queue}?`, says: 'What waits is offered to workers again.', button: 'Resume the queue',
}, async () => {
  await post(`/v1/queues/${segment(queue)}/resume`);
  return `${queue} goes on.`;
}, { then });

export const reap = then => button('Reap now', {
  title: 'Take back what has run out now?', says: 'Every lease that has run out is taken back at once, instead of when the reaper comes to it.', button: 'Reap now',
}, async () => {
  const { reaped } = await post('/v1/reap');
  return `${number(reaped)} ${reaped === 1 ? 'lease' : 'leases'} taken back.`;
}, { then });

export const redrive = (ids, label, then, cls) => button(label, {
  title: ids ? `Send ${ids.length === 1 ? 'this letter' : `these ${ids.length} letters`} again?` : 'Send every letter again?',
  says: 'Each goes back to the topic it came from, exactly as it was. One that dies once more is a new dead letter.', button: 'Send again',
}, async () => {
  const done = await post('/v1/dead-letters/redrive', ids ? { ids, again: true } : { all: true });
  if (!done.sent.length && done.left.length) throw new Error(`Left as it is: ${done.left[0].why}.`);
  return `${number(done.sent.length)} sent again${done.left.length ? `, ${number(done.left.length)} left: ${done.left[0].why}` : ''}.`;
}, { then, cls, label: ids?.length === 1 ? `Send ${ids[0]} again` : undefined });

/** Requeues many, a few at a time; `next` gives pages of [id, axis] until it gives none. */
export async function requeueMany(next, total, asked) {
  const reason = await confirm({ title: `Requeue ${asked}?`, says: 'Each is offered to workers again at once.', button: 'Requeue them' });
  if (reason === null) return;
  const bar = h('progress', { max: String(Math.max(1, total)), value: '0', 'aria-label': 'Requeued so far' });
  const count = h('p', { role: 'status' }, 'Beginning');
  let stopped = false;
  const stop = h('button', { type: 'button', onclick: () => { stopped = true; } }, 'Stop');
  const dialog = h('dialog', { 'aria-label': 'Requeueing' }, h('div', {}, h('h2', {}, 'Requeueing'), bar, count, h('div', { cls: 'buttons' }, stop)));
  dialog.addEventListener('cancel', () => { stopped = true; });
  document.body.append(dialog);
  dialog.showModal();
  let done = 0;
  let refused = 0;
  let why = '';
  for (let page = await next(); page.length && !stopped; page = await next()) {
    for (let at = 0; at < page.length && !stopped; at += 8) {
      await Promise.all(page.slice(at, at + 8).map(async ([id, axis]) => {
        try {
          await post(path(id, 'requeue'), { axis });
          done++;
        } catch (failure) {
          refused++;
          why = failure.message;
        }
      }));
      bar.value = done + refused;
      text(count, `${number(done)} requeued${refused ? `, ${number(refused)} refused` : ''}`);
    }
  }
  dialog.close();
  dialog.remove();
  notice(`${number(done)} requeued${refused ? `, ${number(refused)} refused: ${why}` : '.'}`, refused > 0 && done === 0);
}
