// Without schemas: the adapters and the browser know the form of a code.

/** Typed in the game to claim a name. It has the form of a name, so that every game takes it as a new friend. */
export const claimCodePattern = /^claim[2-9a-hjkmnp-z]{7}$/;

/** Without characters that look alike. */
export const claimCodeLetters = '23456789abcdefghjkmnpqrstuvwxyz';

export const claimCodeLength = 7;
