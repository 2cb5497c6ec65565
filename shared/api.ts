import type { Answer, CallInput, Endpoint } from './endpoint.ts';
import type * as modules from './endpoints.ts';

/** All endpoints by route. Only types, so that the browser can call one without loading its schemas. */
export type Api = { [E in EndpointsOf<Modules> as `${E['method']} ${E['path']}`]: E };

export type Route = keyof Api;
export type RouteInput<R extends Route> = CallInput<Api[R]>;
export type RouteAnswer<R extends Route> = Answer<Api[R]>;

type Modules = (typeof modules)[keyof typeof modules];

type EndpointsOf<Module> = Module extends Module ? Extract<Module[keyof Module], Endpoint> : never;
