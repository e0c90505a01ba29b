export { recordDownload } from '#storage/cache/downloads.ts';
