import { NoticeList } from './notice-list.tsx';
import { Notice } from './notice.tsx';

interface NotSavedNoticeProps {
  text: string;
  /** Messages about fields that the form does not have. */
  unplaced: readonly string[];
  supportCode?: string | undefined;
}

/** Shows why a form was not saved. */
export const NotSavedNotice = ({ text, unplaced, supportCode }: NotSavedNoticeProps) => (
  <Notice kind="error" supportCode={supportCode}>
    {text}
    <NoticeList lines={unplaced.filter((line) => line !== text)} />
  </Notice>
);
