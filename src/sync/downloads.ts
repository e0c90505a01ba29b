export { noteDownload } from '#storage/downloads.ts';
