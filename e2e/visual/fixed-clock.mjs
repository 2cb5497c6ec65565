// Imported before the site starts: its clock stands still, at the same moment in every run. Even a slow
// clock would change the order of what the demo content adds at about the same time.

import { start } from './start.mjs';

const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [start], newTarget),
  apply: () => new RealDate(start).toString(),
  get: (target, name) => (name === 'now' ? () => start : Reflect.get(target, name)),
});
