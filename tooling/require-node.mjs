// Imported first and in old syntax, so that an old Node prints this message and not a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  const found = process.versions.node;
  console.error(`Wynhold needs Node 20.19 or newer; this is ${found}. See https://nodejs.org.`);
  process.exit(1);
}
