import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import * as site from '../lib/check-site.ts';
import { check2006Scape } from './check.ts';

const rightConfig = { website_integration: true, website_link: 'http://127.0.0.1:43580' };
const rightSecrets = { 'bot-token': '', websitepass: 'letmein11' };

it('a game that is set up is right', async () => {
  const { findMissing } = await open(rightConfig, rightSecrets);
  expect(await findMissing()).toEqual([]);
});

it('the game’s defaults make no calls', async () => {
  const config = { website_integration: false, website_link: 'https://2006Scape.org' };
  const { findMissing } = await open(config, { ...rightSecrets, websitepass: '' });
  const missing = await findMissing();
  expect(missing).toHaveLength(3);
  expect(missing.join('\n')).toMatch(/website_integration[^]*website_link[^]*websitepass/);
});

it('a slash at the end of the link, and a password that is not encoded, are reported', async () => {
  const config = { ...rightConfig, website_link: 'http://127.0.0.1:43580/' };
  const password = 'let me&in';
  const { findMissing } = await open(config, { websitepass: password }, password);
  const missing = await findMissing();
  expect(missing).toHaveLength(2);
  expect(missing.join('\n')).toMatch(/WEBSITE_PASSWORD[^]*website_link/);
  expect(missing.join('\n')).not.toContain(password);
});

it.each([
  ['http://localhost:43580', '127.0.0.1', true],
  ['http://127.0.0.1:43580', '0.0.0.0', true],
  ['http://127.0.0.1:43580', '::', true],
  ['http://10.0.0.5:43580', '10.0.0.5', true],
  ['http://127.0.0.1:43580', '10.0.0.5', false],
  ['http://127.0.0.1:43581', '127.0.0.1', false],
])('the link %s to an adapter at %s is right: %s', async (website_link, host, isRight) => {
  const { findMissing } = await open({ ...rightConfig, website_link }, rightSecrets);
  const [problem = 'right'] = await findMissing(host);
  expect(problem).toContain(isRight ? 'right' : `website_link is not right ("${website_link}")`);
  expect(problem === 'right').toBe(isRight);
});

it('its token needs a permission for each thing that the adapter does', async () => {
  const check = vi.spyOn(site, 'checkSite').mockResolvedValue([]);
  onTestFinished(() => check.mockRestore());
  const { findMissing } = await open(rightConfig, rightSecrets);
  await findMissing();
  expect(check.mock.lastCall?.[0].scopes).toEqual(['heartbeat', 'hiscores', 'commands', 'names']);
});

it('files and folders that are not there are reported', async () => {
  const { home, findMissing } = await open(rightConfig, rightSecrets);
  await rm(path.join(home, 'ServerConfig.json'));
  expect(await findMissing()).toEqual([expect.stringContaining('ServerConfig.json')]);
  await rm(path.join(home, 'data'), { recursive: true });
  expect(await findMissing()).toEqual([expect.stringContaining('CHARACTERS_DIR')]);
});

async function open(config: object, secrets: object, password = 'letmein11') {
  const home = await mkdtemp(path.join(tmpdir(), 'wynhold-check-2006-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const characters = path.join(home, 'data', 'characters');
  await mkdir(characters, { recursive: true });
  await writeFile(path.join(home, 'ServerConfig.json'), JSON.stringify(config));
  await writeFile(path.join(home, 'data', 'secrets.json'), JSON.stringify(secrets));
  return {
    home,
    /** Everything that is missing, apart from the website, which is not there, and the port, which may be in use. */
    findMissing: async (host = '127.0.0.1') => {
      const findings = await check2006Scape({
        BRIDGE_URL: 'http://127.0.0.1:1',
        BRIDGE_TOKEN: 'gb_1_x',
        STATE_DIR: path.join(home, 'state'),
        LISTEN_HOST: host,
        LISTEN_PORT: 43_580,
        CHARACTERS_DIR: characters,
        WEBSITE_PASSWORD: password,
      });
      return findings
        .filter(({ text, advice }) => advice && !/^(The website|LISTEN_PORT)/.test(text))
        .map(({ text }) => text);
    },
  };
}
