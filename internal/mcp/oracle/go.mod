module github.com/maitre-dev/maitre/internal/mcp/oracle

go 1.26.0
