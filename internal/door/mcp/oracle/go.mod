module github.com/maitre-dev/maitre/internal/door/mcp/oracle

go 1.26.0
