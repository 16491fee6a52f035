/** HTML of an excerpt of the book, made by book-plugin.ts. */
declare module 'book:*' {
  const html: string;
  export default html;
}
