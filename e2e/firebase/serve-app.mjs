import { useOwnEnvironment } from '../support/own-environment.mjs';

// Like e2e/support/serve-app.mjs, with the Firebase Auth emulator as the identity provider.

const { E2E_PORT: PORT, FIREBASE_AUTH_EMULATOR_HOST } = process.env;
if (!FIREBASE_AUTH_EMULATOR_HOST)
  throw new Error('Set FIREBASE_AUTH_EMULATOR_HOST to the address of the emulator.');
const { serve } = useOwnEnvironment({
  PORT,
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'demo-wynhold',
  FIREBASE_API_KEY: 'demo',
  FIREBASE_AUTH_EMULATOR_HOST,
});
await serve();
