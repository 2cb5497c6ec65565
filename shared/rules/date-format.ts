const formats = new Map<string, Intl.DateTimeFormat>();

/** British English. Each is made once and when it is needed, because making one is slow. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', options);
  formats.set(key, made);
  return made;
}
