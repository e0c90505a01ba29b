/** A page of ours and the script that belongs in it; made by scripts/build/public-page.ts. */
declare module 'page:*' {
  const parts: { readonly page: string; readonly script: string };
  export default parts;
}
