/** Tools that look through many files, or through the catalogue of tools. */
import { z } from 'zod'
import { path } from '../bounded.ts'
import { defineTool, SHOWS } from './tool.ts'

const FINDS = { ...SHOWS, concurrencySafe: true, safeInAuto: true } as const

/** The tools of this family. */
export const SEARCH_TOOLS = [
  defineTool({
    ...FINDS,
    name: 'Glob',
    check: 'search',
    contentFields: ['path'],
    pathPatternField: 'pattern',
    input: z.strictObject({ pattern: z.string(), path: path.optional() })
  }),
  defineTool({
    ...FINDS,
    name: 'Grep',
    check: 'search',
    contentFields: ['path'],
    input: z.strictObject({
      pattern: z.string(),
      path: path.optional(),
      glob: z.string().optional(),
      type: z.string().optional(),
      output_mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
      '-i': z.boolean().optional(),
      '-n': z.boolean().optional(),
      '-o': z.boolean().optional(),
      '-A': z.number().optional(),
      '-B': z.number().optional(),
      '-C': z.number().optional(),
      context: z.number().optional(),
      head_limit: z.number().optional(),
      offset: z.number().optional(),
      multiline: z.boolean().optional()
    })
  }),
  // The shape is not published: every usual spelling of the file's field is read.
  defineTool({
    ...FINDS,
    name: 'LSP',
    check: 'file-read',
    contentFields: ['filePath', 'file_path', 'path', 'file', 'uri'],
    shouldDefer: true
  }),
  defineTool({ ...FINDS, name: 'ToolSearch' })
]
