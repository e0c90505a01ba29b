/** Facts of a clinic that has completed every step of its setup, as the device stores them. */
export const COMPLETE_SETUP_STATUS = {
  hasBranch: true,
  hasLogo: true,
  types: 6,
  exams: 12,
  doctors: 'signed',
  colleagues: 2,
  hasRegistered: true,
};
