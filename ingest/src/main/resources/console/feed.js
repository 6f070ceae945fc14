// Hears which rows have changed. While the feed is away or silent, everything is looked at every two seconds instead,
// and the page says so; once it is back it goes on after the last event that was seen.

import { headers } from './api.js';

const POLL = 2000;
const BACKSTOP = 15000;
/** The server speaks every 15 s, whatever happens. */
const SILENCE = 40000;

export class Feed {
  constructor() {
    this.last = null;
    this.state = 'connecting';
    this.listeners = new Set();
    this.watchers = new Set();
    this.wait = 500;
    this.polled = performance.now();
    this.told = 0;
    setInterval(() => this.tick(), 500);
    document.addEventListener('visibilitychange', () => document.hidden || this.everything());
  }

  /** Called with a notification, or with null: anything may have changed. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  watch(watcher) {
    this.watchers.add(watcher);
    watcher(this.state);
  }

  enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.watchers.forEach(each => each(state));
  }

  everything() {
    this.polled = performance.now();
    this.listeners.forEach(each => each(null));
  }

  tick() {
    const since = performance.now() - this.polled;
    if (!document.hidden && since > (this.state === 'live' ? BACKSTOP : POLL)) this.everything();
    if (this.aborter && performance.now() - this.heard > SILENCE) this.aborter.abort();
  }

  async start() {
    for (;;) {
      try {
        await this.stream();
        this.wait = 500;
        this.enter('polling');
      } catch (failure) {
        // Once may be a stream that broke; twice in a row nobody answers.
        if (failure.name !== 'AbortError') this.enter(failure instanceof TypeError && this.state !== 'live' ? 'away' : 'polling');
        this.wait = Math.min(this.wait * 2, 5000);
      }
      await new Promise(done => setTimeout(done, this.wait * (0.7 + 0.6 * Math.random())));
    }
  }

  /** At once with another token. */
  restart() {
    this.wait = 500;
    this.aborter?.abort();
  }

  async stream() {
    this.aborter = new AbortController();
    this.heard = performance.now();
    const sent = headers({ Accept: 'text/event-stream' });
    if (this.last !== null) sent['Last-Event-ID'] = this.last;
    try {
      const answer = await fetch('/v1/notifications', { headers: sent, cache: 'no-store', credentials: 'omit', signal: this.aborter.signal });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        this.heard = performance.now();
        const frames = (rest + value).split('\n\n');
        rest = frames.pop();
        frames.forEach(each => this.take(each));
      }
    } finally {
      this.aborter = null;
    }
  }

  take(frame) {
    let event = '';
    let data = '';
    for (const line of frame.split('\n')) {
      if (line.startsWith('data: ')) data = line.slice(6);
      else if (line.startsWith('id: ')) this.last = line.slice(4);
      else if (line.startsWith('event: ')) event = line.slice(7);
    }
    if (!data) return;
    const told = JSON.parse(data);
    if (event === '') {
      this.told++;
      this.listeners.forEach(each => each(told));
    } else if (event === 'reset') {
      this.everything();
    } else if (event === 'hello' || event === 'feed') {
      const before = this.state;
      this.enter(told.live ? 'live' : 'polling');
      // What changed between the last look and the first event would be seen only at the next.
      if (event === 'hello' || before !== this.state) this.everything();
    }
  }
}
