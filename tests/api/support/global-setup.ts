export { default } from '#tests/support/embedded-database-setup.ts';
