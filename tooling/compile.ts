import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { build } from 'vite';

import { exitWith, readJson, root } from './project.mjs';

// node tooling/compile.ts FOLDER: writes FOLDER/client, FOLDER/renderer, FOLDER/server and
// FOLDER/adapters.

const outDir = process.argv[2];
if (!outDir) throw new Error('Usage: node tooling/compile.ts FOLDER');

/** Not bundled, because of native or wasm files, threads or size. The image has only these packages. */
const { dependencies } = readJson(join(root, 'package.json')) as {
  dependencies: Record<string, string>;
};
const externalPackages = [...Object.keys(dependencies), 'pg-native'];

const programs = {
  server: {
    main: 'server/main.ts',
    admin: 'server/admin.ts',
    'purify-worker': 'server/lib/html/purify-worker.ts',
    'backup-worker': 'server/features/backups/backup-worker.ts',
  },
  adapters: {
    lostcity: 'adapters/lostcity/main.ts',
    '2006scape': 'adapters/2006scape/main.ts',
    simulator: 'adapters/simulator/main.ts',
  },
};

/** The modules that read them find them beside themselves, as in the sources. */
const dataFolders = [
  'server/db/functions',
  'server/db/migrations',
  'server/demo/art',
  'server/demo/content',
  'server/features/own-pages/default-texts',
];

/** Node keeps the text of each module, with two bytes per character unless all are ASCII. Names stay, for stack traces. */
const compact = {
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
} as const;

try {
  await Promise.all([
    buildClient(outDir).then(() => compressFiles(join(outDir, 'client'))),
    buildRenderer(outDir),
    buildPrograms('server', outDir),
    buildPrograms('adapters', outDir),
    ...dataFolders.map((folder) =>
      cp(join(root, folder), join(outDir, 'server', basename(folder)), { recursive: true }),
    ),
  ]);
} catch (error) {
  exitWith(error);
}

function buildClient(target: string) {
  return build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'client'),
    logLevel: 'warn',
    build: { outDir: join(target, 'client'), emptyOutDir: false },
  });
}

/** Renders public pages on the server. With the client's configuration, so that classes and files have the same names. */
function buildRenderer(target: string) {
  return build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'client'),
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'client/render.tsx'),
      outDir: join(target, 'renderer'),
      emptyOutDir: false,
      target: 'node20',
      manifest: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        output: {
          ...compact,
          chunkFileNames: 'chunks/[name]-[hash].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  });
}

/** Compresses at the highest level, so that the server never has to compress a file. */
async function compressFiles(folder: string) {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(css|js|json|svg|txt|webmanifest)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const path = join(folder, name);
      const plain = await readFile(path);
      if (plain.length < 200) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(plain));
      await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
    }),
  );
}

/** One file for each program: reading hundreds of package files would take most of the start time. */
function buildPrograms(folder: keyof typeof programs, target: string) {
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: externalPackages },
    build: {
      ssr: true,
      outDir: join(target, folder),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: programs[folder],
        output: {
          ...compact,
          format: 'esm',
          entryFileNames: '[name].js',
          // Node reads the whole map of each module it loads; stack traces need only the positions.
          sourcemapExcludeSources: true,
          // The server's modules find their data files beside themselves, so all are in one folder.
          chunkFileNames: folder === 'server' ? '[name]-[hash].js' : 'chunks/[name]-[hash].js',
        },
      },
    },
  });
}
