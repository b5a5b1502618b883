import { describe, expect, test } from 'vitest';
import { helpText } from '../../../src/garuda/cli/help.ts';
import { optionForms } from '../../../src/garuda/cli/option-forms.ts';
import { homeVerbs } from '../../../src/garuda/cli/verbs/home-verbs.ts';
import { allVerbs } from '../../../src/garuda/cli/verbs/all-verbs.ts';

const texts = [undefined, ...allVerbs, ...homeVerbs].map((verb) => ({
  name: verb?.name ?? 'the command',
  text: helpText(verb),
}));

describe('help', () => {
  test.each(texts)('of $name fits a terminal of 80 columns', ({ text }) => {
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(text).toMatch(/[^\n]\n$/);
  });

  test.each(optionForms)('has the option $name', ({ name, home }) => {
    const verbs = homeVerbs.filter((verb) => verb.options.includes(name));
    expect(helpText(undefined).includes(` --${name}`)).toBe(home !== true);
    if (home === true) expect(verbs.length).toBeGreaterThan(0);
    for (const verb of verbs) expect(helpText(verb)).toContain(` --${name}`);
  });

  test.each(homeVerbs)('has the verb $name, and tells its forms', (verb) => {
    expect(helpText(undefined)).toMatch(new RegExp(`^ {2}${verb.name} …`, 'm'));
    for (const form of verb.forms) expect(helpText(verb)).toContain(`garuda-mcp ${form}\n`);
  });

  test.each(allVerbs)('has the verb $name, and tells its words', (verb) => {
    expect(helpText(undefined)).toMatch(new RegExp(`^ {2}${verb.name}\\b`, 'm'));
    for (const word of verb.words) expect(helpText(verb)).toContain(word.name);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 130, 143])('explains the exit code %i', (code) => {
    expect(helpText(undefined)).toMatch(new RegExp(`\\b${code}\\b`));
  });
});
