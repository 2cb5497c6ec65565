// Without schemas: the adapters and the browser know the form of a code.

/**
 * The code that a player types in the game to prove that a reserved name is theirs. It has the form of a
 * player's name, so that in every game it can be typed as the name of a new friend.
 */
export const claimCodePattern = /^claim[2-9a-hjkmnp-z]{7}$/;

/** Without characters that look alike. */
export const claimCodeLetters = '23456789abcdefghjkmnpqrstuvwxyz';

export const claimCodeLength = 7;
