/** The statements of the scenarios in Italian, by their English wording in data/. A test tells which are missing. */
export const statements: Record<string, string> = {};
