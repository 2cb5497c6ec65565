// Imported before the site starts. Its clock begins at the same moment in every run and is a thousand
// times slower than a real one, so that no time on a page changes during the run.

import { start } from './start.mjs';

const speed = 1 / 1000;

const RealDate = Date;
const startedAt = RealDate.now();
const now = () => Math.round(start + (RealDate.now() - startedAt) * speed);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
