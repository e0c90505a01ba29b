import { NoticeList } from './notice-list.tsx';
import { Notice } from './notice.tsx';

interface NotSavedNoticeProps {
  text: string;
  /** Error messages for fields that the form does not show. */
  unplaced: readonly string[];
  supportCode?: string | undefined;
}

export const NotSavedNotice = ({ text, unplaced, supportCode }: NotSavedNoticeProps) => (
  <Notice kind="error" supportCode={supportCode}>
    {text}
    <NoticeList lines={unplaced.filter((line) => line !== text)} />
  </Notice>
);
