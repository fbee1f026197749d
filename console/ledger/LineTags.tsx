// The tags that stand on a line, with their shares where these are not the whole.
import { numberText, Tag } from '#ui'
import { useLanguage } from '#words'
import type { LineTag } from './entry.ts'

export const LineTags = ({ tags = [] }: { tags?: readonly LineTag[] | undefined }) => {
  const language = useLanguage()
  if (tags.length === 0) return null
  return (
    <div className="line-tags">
      {tags.map(({ tagId, tagName, weight = 1 }) => (
        <Tag key={tagId}>{weight === 1 ? tagName : `${tagName} ${numberText(weight * 100, language)} %`}</Tag>
      ))}
    </div>
  )
}
