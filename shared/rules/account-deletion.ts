/** How long a player can change their mind. The emails, the manual and the privacy policy say the same number. */
export const daysUntilDeletion = 14;
