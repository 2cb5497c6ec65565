// Imported before the site starts. It stops the clock at the same moment in every run. A clock that runs,
// even slowly, would change the order of demo content that is added at almost the same time.

import { start } from './start.mjs';

const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [start], newTarget),
  apply: () => new RealDate(start).toString(),
  get: (target, name) => (name === 'now' ? () => start : Reflect.get(target, name)),
});
