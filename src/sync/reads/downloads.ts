export { noteDownload } from '#storage/cache/downloads.ts';
