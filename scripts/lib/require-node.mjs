/* Imported first and written in old syntax, so that an old Node gets a sentence instead of a stack trace. */
const parts = process.versions.node.split('.').map(Number);
const major = parts[0] || 0;
const minor = parts[1] || 0;

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Wynhold needs Node 20.19 or newer; this is ' +
      process.versions.node +
      '. See https://nodejs.org.',
  );
  process.exit(1);
}
