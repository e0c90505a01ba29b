// Public functions and types of server/mails; other modules import only this file.
export {
  type MailQueueRow,
  lockAndAssignMail,
  queueMail,
  withdrawMails,
  withdrawNoticeMail,
} from './commands/mail-queue.ts';
export { type MailHandler, type MailOutcome, startMailSender } from './commands/mail-sender.ts';
