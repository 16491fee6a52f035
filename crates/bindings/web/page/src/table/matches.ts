/** The matches of the laboratory's page on the worth of a table. */

/** A match as the laboratory's page has it. */
export interface Match {
  name: string;
  won: number;
  drawn: number;
  lost: number;
  elo: string;
}

/** Reads the rows of the laboratory's table: match, won, drawn, lost, Elo. */
export function readMatches(html: string): Match[] {
  const rows = html.match(/<tr>[^]*?<\/tr>/g) ?? [];
  return rows.flatMap((row) => {
    const [name = '', won = '', drawn = '', lost = '', elo = ''] = [
      ...row.matchAll(/<td[^>]*>(.*?)<\/td>/g),
    ].map(([, text = '']) => text.trim());
    if (name === '') return [];
    return [{ name, won: Number(won), drawn: Number(drawn), lost: Number(lost), elo }];
  });
}
