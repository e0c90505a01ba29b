export { lockAfterPatientTurn, takeTabletBack } from '#storage/account/patient-turn.ts';
