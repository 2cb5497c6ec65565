import { expect, test } from 'vitest';

import { composeExample } from './proxy-examples.ts';

const place = {
  port: 8443,
  replicaPorts: [4001, 4002],
  certificate: '/tmp/own/certificate.pem',
  key: '/tmp/own/key.pem',
  redirectPort: 8080,
  folder: '/tmp/own',
};

test('the nginx example tries the next replica and does not buffer the live stream', async () => {
  const config = await composeExample('nginx', place);
  expect(config).toMatch(/upstream wynhold \{[^}]*127\.0\.0\.1:4001 max_fails=0;/);
  expect(config).toMatch(/upstream wynhold \{[^}]*127\.0\.0\.1:4002 max_fails=0;/);
  expect(config).toMatch(/upstream wynhold \{[^}]*keepalive_timeout 5s;/);
  expect(config).toMatch(/location = \/api\/live \{[^}]*proxy_buffering off;/);
  expect(config).toMatch(/location \/assets\/ \{[^}]*proxy_next_upstream error timeout http_404;/);
  // A POST that was sent must not be sent again.
  expect(config).not.toContain('non_idempotent');
  expect(config.match(/proxy_pass .*/g)).toEqual(Array(3).fill('proxy_pass http://wynhold;'));
  expectAdapted(config);
});

test('the Caddy example asks /readyz of both replicas', async () => {
  const config = await composeExample('caddy', place);
  expect(config).toMatch(/\(replicas\) \{\s+health_uri \/readyz\s+health_interval 1s\s/);
  expect(config).toMatch(/\blb_try_duration 5s\n/);
  expect(config).toMatch(/\bkeepalive 5s\n/);
  expect(config).toMatch(
    /\n\treverse_proxy 127\.0\.0\.1:4001 127\.0\.0\.1:4002 \{\n\t\timport replicas\n/,
  );
  expect(config).toContain('tls /tmp/own/certificate.pem /tmp/own/key.pem');
  expectAdapted(config);
});

/** Nothing of the example's own names and ports is left, and visitors cannot read /readyz. */
function expectAdapted(config: string): void {
  expect(config).not.toMatch(/play\.example\.com|letsencrypt|:300\d/);
  expect(config).toContain('localhost');
  expect(config).toMatch(
    /\/metrics \/readyz\n\s*respond @internal 404|\(metrics\|readyz\)\$ \{\s*return 404;/,
  );
}
