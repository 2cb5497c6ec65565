import { request as httpRequest } from 'node:http';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * What is no source file goes to the Wynhold server, pages included: their first HTML carries data
 * that only it knows. Vite then adds its own parts to that HTML.
 * @param {number} port
 * @returns {import('vite').Plugin}
 */
export function forwardTo(port) {
  return {
    name: 'wynhold-forward',
    configureServer(vite) {
      return () => {
        vite.middlewares.use((request, response) => forward(vite, port, { request, response }));
      };
    },
  };
}

/**
 * @param {import('vite').ViteDevServer} vite
 * @param {number} port
 * @param {{ request: import('vite').Connect.IncomingMessage, response: ServerResponse }} exchange
 */
function forward(vite, port, { request, response }) {
  const { 'accept-encoding': _compressed, ...headers } = request.headers;
  const path = request.originalUrl ?? '/';
  const onward = httpRequest({ host: '127.0.0.1', port, method: request.method, path, headers });
  onward.on('response', (answer) => {
    const status = answer.statusCode ?? 500;
    // It would forbid the inline script by which Vite updates the page.
    const { 'content-security-policy': _policy, ...kept } = answer.headers;
    if (!kept['content-type']?.startsWith('text/html')) {
      answer.pipe(response.writeHead(status, kept));
      return;
    }
    delete kept['content-length'];
    readText(answer)
      .then((html) => vite.transformIndexHtml(path, html))
      .then((html) => response.writeHead(status, kept).end(html))
      .catch((error) => response.writeHead(500).end(String(error)));
  });
  onward.on('error', () => {
    response.writeHead(503, { refresh: '1' }).end('The server is starting…');
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** @param {IncomingMessage} answer */
async function readText(answer) {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}
