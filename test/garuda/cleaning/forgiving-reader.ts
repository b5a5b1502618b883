/** The most forgiving reader of tags, written out: it decodes, folds and strips until nothing changes. */
export function forgive(text: string): string {
  let last: string;
  let now = text;
  do {
    last = now;
    now = now
      .normalize('NFKC')
      .replaceAll(/[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replaceAll(/&#x0*([\da-f]{1,6});?/giu, (all, digits: string) =>
        characterOf(Number.parseInt(digits, 16), all),
      )
      .replaceAll(/&#0*(\d{1,7});?/gu, (all, digits: string) => characterOf(Number(digits), all))
      .replaceAll(/&lt;?/giu, '<')
      .replaceAll(/&amp;?/giu, '&')
      .toLowerCase();
  } while (now !== last);
  return now;
}

function characterOf(point: number, otherwise: string): string {
  return point > 0x10_ff_ff ? otherwise : String.fromCodePoint(point);
}

/** A tag of the host in what it has read. */
export const forged = /<\/*(?:mcp_?result|web_?result|garuda_?note)/u;
