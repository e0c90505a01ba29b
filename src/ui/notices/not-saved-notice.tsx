import { NoticeList } from './notice-list.tsx';
import { Notice } from './notice.tsx';

interface NotSavedNoticeProps {
  text: string;
  /** What was said of fields that the form does not have. */
  unplaced: readonly string[];
  supportCode?: string | undefined;
}

/** Why a form is not saved. */
export const NotSavedNotice = ({ text, unplaced, supportCode }: NotSavedNoticeProps) => (
  <Notice kind="error" supportCode={supportCode}>
    {text}
    <NoticeList lines={unplaced.filter((line) => line !== text)} />
  </Notice>
);
