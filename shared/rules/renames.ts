// Without schemas: the settings page shows these numbers.

export const oldNameDays = 90;

/** The longest time that an admin can set between two changes by a player. */
export const maxCooldownDays = 3_650;
