export { lockAfterPatientTurn } from '#storage/account/patient-turn.ts';
