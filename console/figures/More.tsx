// The rest of a report that comes page by page.
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const More = ({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) => {
  const texts = useWords(words)
  if (!pages.hasNextPage) return null
  return (
    <div>
      <ActionButton
        keys="m"
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {texts.showMore}
      </ActionButton>
    </div>
  )
}
