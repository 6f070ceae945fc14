// The shell: which page is shown, who looks at it, and whether it is live.

import { h, text, attribute, frame } from './dom.js';
import { get, token } from './api.js';
import { Feed } from './feed.js';
import { may, notice } from './actions.js';
import { plain } from './format.js';
import { overview } from './pages/overview.js';
import { queue } from './pages/queue.js';
import { item } from './pages/item.js';
import { failures, failure } from './pages/failures.js';
import { letters } from './pages/letters.js';
import { schedules } from './pages/schedules.js';
import { search } from './pages/search.js';
import { audit } from './pages/audit.js';
import { nowhere } from './pages/nowhere.js';

const PAGES = [
  [/^\/?$/, overview, '#/', 'Overview'],
  [/^\/queues\/([^/]+)$/, queue, '#/'],
  [/^\/items\/([^/]+)$/, item],
  [/^\/failures$/, failures, '#/failures', 'Failures'],
  [/^\/failures\/([^/]+)$/, failure, '#/failures'],
  [/^\/dead-letters$/, letters, '#/dead-letters', 'Dead letters'],
  [/^\/schedules$/, schedules, '#/schedules', 'Schedules'],
  [/^\/search$/, search],
  [/^\/audit$/, audit, '#/audit', 'Audit'],
];

const byId = id => document.getElementById(id);
const main = byId('main');
const feed = new Feed();
let shown = null;

function show() {
  const [path, raw] = location.hash.replace(/^#/, '').split('?');
  const query = new URLSearchParams(raw || '');
  const [pattern, known, tab] = PAGES.find(([each]) => each.test(path)) || [];
  const parameter = plain(pattern?.exec(path)[1] ?? '');
  const page = known && parameter !== null ? known : nowhere;
  shown?.end();
  const opened = page({ parameter, query });
  const ignore = feed.listen(opened.hear);
  shown = { end() { ignore(); opened.end(); }, opened };
  main.replaceChildren(opened.element);
  document.title = `${opened.title} · Odradek`;
  byId('nav').querySelectorAll('a').forEach(each => attribute(each, 'aria-current', each.getAttribute('href') === tab ? 'page' : null));
  if (path !== '/search') byId('search-text').value = '';
}

function navigate() {
  show();
  window.scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

const WORDS = {
  connecting: ['Connecting', 'The change feed is being opened'],
  live: ['Live', 'Changes are shown as they happen'],
  polling: ['Polling', 'The change feed is away: everything is looked at every 2 seconds instead'],
  away: ['Offline', 'The server does not answer; the page goes on by itself'],
};

function showState(state) {
  frame('state', () => {
    const [word, title] = WORDS[state];
    attribute(byId('live'), 'data-state', state);
    attribute(byId('live'), 'title', title);
    text(byId('live-text'), word);
  });
}

function theme() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const dark = (localStorage.getItem('odradek-theme') || (system.matches ? 'dark' : 'light')) === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    text(byId('theme'), dark ? 'Light' : 'Dark');
    attribute(byId('theme'), 'aria-label', dark ? 'Use the light theme' : 'Use the dark theme');
  };
  system.addEventListener('change', apply);
  byId('theme').addEventListener('click', () => {
    localStorage.setItem('odradek-theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
    apply();
  });
  apply();
}

let asking = null;

/** Asks for a token, once at a time. */
function signIn() {
  if (asking) return;
  const field = h('input', { id: 'token', type: 'password', autocomplete: 'off', required: true });
  asking = h('dialog', { 'aria-labelledby': 'sign-in' }, h('form', { method: 'dialog' },
    h('h2', { id: 'sign-in' }, 'A token is needed here'),
    h('p', { cls: 'muted' }, 'Have one created with odradek token create --scope read, or read,operate for operators. It is kept until this tab is closed.'),
    h('label', {}, 'Token', field), h('div', { cls: 'buttons' }, h('button', { type: 'submit', cls: 'main', value: 'yes' }, 'Use it'))));
  asking.addEventListener('close', () => {
    const entered = field.value.trim();
    asking.remove();
    asking = null;
    if (entered) token.set(entered);
    begin();
  });
  document.body.append(asking);
  asking.showModal();
}

/** Learns what may be done here, and shows the page. */
async function begin() {
  try {
    const access = await get('/v1/access');
    may.set(access.scopes);
    const tabs = PAGES.filter(([, , , name]) => name && (may.operate() || !['Audit', 'Dead letters'].includes(name)));
    byId('nav').replaceChildren(...tabs.map(([, , href, name]) => h('a', { href }, name)));
    feed.restart();
    show();
  } catch (failure) {
    if (failure.status === 401) return;
    if (failure.status === 403) notice(failure.message, true);
    showState('away');
    setTimeout(begin, 2000);
  }
}

function keys(event) {
  const writing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName || '');
  if (event.key === '/' && !writing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    byId('search-text').focus();
  } else if (event.key === 'Escape' && document.activeElement === byId('search-text')) {
    main.focus();
  }
}

window.addEventListener('hashchange', navigate);
window.addEventListener('odradek-sign-in', signIn);
document.addEventListener('keydown', keys);
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
byId('search').addEventListener('submit', event => {
  event.preventDefault();
  const wanted = byId('search-text').value.trim();
  if (wanted) location.hash = `#/search?q=${encodeURIComponent(wanted)}`;
});
theme();
feed.watch(showState);
begin().then(() => feed.start());

// How busy the page has been, for those who measure it.
window.odradek = { feed, longest: 0, tasks: 0 };
if (PerformanceObserver.supportedEntryTypes?.includes('longtask')) {
  new PerformanceObserver(list => list.getEntries().forEach(each => {
    window.odradek.longest = Math.max(window.odradek.longest, each.duration);
    window.odradek.tasks++;
  })).observe({ entryTypes: ['longtask'] });
}
