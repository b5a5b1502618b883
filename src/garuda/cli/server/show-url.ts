import { quoteWord } from '../../wording/quote-word.ts';

/** A URL as it may be shown: without the parts that can hold a secret. */
export function showUrl(url: string): string {
  return quoteWord(url.replace(/[?#].*$/su, '').replace(/\/\/[^/]*@/u, '//'));
}
